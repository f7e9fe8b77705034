import type { Backlog, RawServices } from '../calls/implement.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { Troubles } from '../jobs/troubles.ts'
import { beginLook, type ChangeWindow, lockHead, moveCursor, moveHead, moveHorizon, takeCursor } from './feed.sql.ts'
import { companiesBehind } from './readers-behind.ts'

// A feed is a table of a room with news of each company, numbered without holes. Who causes news writes what it always wrote; a numbering step finds it a
// moment later, and readers of rooms above follow the numbers. Neither costs the change a statement.

/** News as readers get it, in order. */
export interface Feed<News extends { readonly number: number }> {
  /** `<room>.<what>`; kept in the database. */
  readonly name: string
  readonly after: (db: Db, after: number, most: number) => Promise<News[]>
}

/** Where a feed's news comes from: rows that keep the number of the transaction that wrote them. */
export interface FeedSource {
  readonly name: string
  /** Companies with rows in the window that have no number yet. `db` is in no company. */
  readonly changed: (db: Db, window: ChangeWindow, most: number) => Promise<string[]>
  /**
   * Numbers a company's rows of the window that have none, from `last` + 1, and answers the last number. Rows of one subject must be numbered in the
   * order in which they were written; a row that has its number is left out, for the same window comes again.
   */
  readonly append: (db: Db, window: ChangeWindow, last: number) => Promise<number>
}

export interface FeedReader<News extends { readonly number: number }> {
  /** `<room>.<what it does>`, unique; its place in the feed is kept under it, so a new name begins from the start. */
  readonly name: string
  readonly feed: Feed<News>
  /** In the transaction that moves its cursor: what it writes there is written once. */
  readonly read: (db: Db, news: readonly News[]) => Promise<void>
}

/** Numbering and reading follow one another, and both together may take a second. */
const everySeconds = 0.5
const companiesAtOnce = 200
const newsAtOnce = 1000

/**
 * The numbering step. A number is given after the commit, and the look begins at the oldest transaction that was under way at the last one: whoever
 * writes early and commits late is found then.
 */
export function numberNews(source: FeedSource): Backlog {
  const troubles = new Troubles(source.name)
  // After the last news the horizon moves once more: then the next looks find nothing to go through.
  let isSettled = false
  return {
    name: `${source.name}.number`,
    everySeconds,
    work: async (services) => {
      const { next, window, companies } = await inTransaction(services.pool, undefined, (db) => look(db, source))
      let numbered = 0
      let failed = 0
      for (const companyId of companies) {
        const count = await troubles.guard(services, { companyId }, () => appendTo(services, source, companyId, window))
        if (count === undefined) failed += 1
        else numbered += count
      }
      if (failed === 0 && companies.length < companiesAtOnce && !(isSettled && companies.length === 0)) {
        await inTransaction(services.pool, undefined, (db) => moveHorizon(db, source.name, next))
        isSettled = companies.length === 0
      }
      return numbered
    },
  }
}

/** The horizon is read before the rows are: what ended below it is seen by every later statement. */
async function look(db: Db, source: FeedSource) {
  const { next, ...window } = await beginLook(db, source.name)
  return { next, window, companies: await source.changed(db, window, companiesAtOnce) }
}

function appendTo({ pool }: RawServices, source: FeedSource, companyId: string, window: ChangeWindow): Promise<number> {
  return inTransaction(pool, companyId, async (db) => {
    const last = await lockHead(db, source.name)
    const now = await source.append(db, window, last)
    if (now > last) await moveHead(db, source.name, now)
    return now - last
  })
}

/** A reader as work that every worker looks for. One that fails in a company waits there, and there alone. */
export function readNews<News extends { readonly number: number }>(reader: FeedReader<News>): Backlog {
  const troubles = new Troubles(reader.name)
  return {
    name: reader.name,
    everySeconds,
    isInStep: true,
    work: async (services) => {
      const { feed, name } = reader
      const companies = await companiesBehind(services.pool, { feed: feed.name, reader: name, most: companiesAtOnce })
      let taken = 0
      for (const companyId of companies)
        taken += (await troubles.guard(services, { companyId }, () => takeNews(services, reader, companyId))) ?? 0
      return taken
    },
  }
}

function takeNews<News extends { readonly number: number }>(
  { pool }: RawServices,
  { name, feed, read }: FeedReader<News>,
  companyId: string,
): Promise<number> {
  return inTransaction(pool, companyId, async (db) => {
    const after = await takeCursor(db, name)
    if (after === undefined) return 0
    const news = await feed.after(db, after, newsAtOnce)
    const last = news.at(-1)
    if (!last) return 0
    await read(db, news)
    await moveCursor(db, name, last.number)
    return news.length
  })
}
