import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { idsOf, oneOf, rowsOf } from '../database/rows.ts'
import { Troubles } from '../jobs/troubles.ts'
import { World } from '../testing/index.ts'
import { type Feed, type FeedReader, type FeedSource, numberNews, readNews } from './feed.ts'

const newsRow = z.object({ number: z.int(), word: z.string() })
type News = z.infer<typeof newsRow>

/** Rows that say which transaction wrote them, and the numbered news of them. */
const source: FeedSource = {
  name: 'trial.news',
  changed: (db, { from, below }) =>
    idsOf(db)`select distinct company_id as id from trial.word w
        where w.tx >= ${from}::xid8 and (${below}::xid8 is null or w.tx < ${below}::xid8)
          and not exists (select from trial.news n where n.company_id = w.company_id and n.word = w.word)`,
  append: async (db, { from, below }, last) => {
    const { number } = await oneOf(db, z.object({ number: z.int() }))`
      with appended as (
        insert into trial.news (company_id, number, word)
        select w.company_id, ${last}::bigint + row_number() over (order by w.id), w.word
        from trial.word w
        where w.company_id = ${db.companyId} and w.tx >= ${from}::xid8 and (${below}::xid8 is null or w.tx < ${below}::xid8)
          and not exists (select from trial.news n where n.company_id = w.company_id and n.word = w.word)
        returning number
      )
      select coalesce(max(number), ${last}::bigint) as number from appended`
    return number
  },
}
const feed: Feed<News> = {
  name: source.name,
  after: (db, after, most) =>
    rowsOf(
      db,
      newsRow,
    )`select number, word from trial.news where company_id = ${db.companyId} and number > ${after} order by number limit ${most}`,
}
/** Writes what it reads into a table, so that what was done once is seen there. */
const reader = (name: string): FeedReader<News> => ({
  name,
  feed,
  read: async (db, news) => {
    for (const { word } of news) await keep(db, name, word)
  },
})
const keep = (db: Db, by: string, word: string) =>
  sql`insert into trial.effect (company_id, reader, word) values (${db.companyId}, ${by}, ${word})`.execute(db)

let world: World
let companyId: string
beforeAll(async () => {
  world = await World.open([])
  await world.rows(`
    create schema trial;
    grant usage on schema trial to kaopei_app;
    create table trial.word (company_id uuid, id bigint generated always as identity, word text, tx xid8 default pg_current_xact_id());
    create table trial.news (company_id uuid, number bigint, word text, primary key (company_id, number), unique (company_id, word));
    create table trial.effect (company_id uuid, id bigint generated always as identity, reader text, word text);
    grant select, insert on trial.word, trial.news, trial.effect to kaopei_app`)
})
beforeEach(async () => {
  companyId = await world.company()
})
afterAll(() => world.close())

const say = (word: string) => world.rows('insert into trial.word (company_id, word) values ($1, $2)', [companyId, word])
const number = () => numberNews(source).work(world.services)
const numbered = async () =>
  (await world.rows('select word from trial.news where company_id = $1 order by number', [companyId])).map(({ word }) => word)
const effects = async (by: string) =>
  (await world.rows('select word from trial.effect where company_id = $1 and reader = $2 order by id', [companyId, by])).map(
    ({ word }) => word,
  )

test('what was written early and committed late gets its number, behind what was committed before', async () => {
  const late = await world.pools.owner.connect()
  try {
    await late.query('begin')
    await late.query('insert into trial.word (company_id, word) values ($1, $2)', [companyId, '早写晚交'])
    await say('先交')
    await number()
    expect(await numbered()).toEqual(['先交'])
    await say('又交')
    await number()
    await late.query('commit')
    await number()
    expect(await numbered()).toEqual(['先交', '又交', '早写晚交'])
    expect(await number()).toBe(0)
  } finally {
    late.release()
  }
})

test('numbers have no holes, whoever gives them at the same time', async () => {
  for (let at = 0; at < 20; at += 1) await say(`第${at}条`)
  const given = await Promise.all([number(), number(), number()])
  expect(given.reduce((sum, one) => sum + one)).toBe(20)
  const rows = await world.rows<{ number: number }>('select number from trial.news where company_id = $1 order by number', [
    companyId,
  ])
  expect(rows.map((row) => Number(row.number))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
})

test('a reader takes everything once and in order, beside another worker and after a kill', async () => {
  const name = `trial.${randomUUID()}`
  for (const word of ['一', '二', '三']) await say(word)
  await number()
  const dying = readNews({
    ...reader(name),
    read: async (db, news) => {
      await reader(name).read(db, news)
      throw new Error('killed before the commit')
    },
  })
  expect(await dying.work(world.services)).toBe(0)
  expect(await effects(name)).toEqual([])
  await Promise.all([1, 2, 3].map(() => readNews(reader(name)).work(world.services)))
  expect(await effects(name)).toEqual(['一', '二', '三'])
  await say('四')
  await number()
  await readNews(reader(name)).work(world.services)
  expect(await effects(name)).toEqual(['一', '二', '三', '四'])
})

test('a new reader begins from the start, and one that fails in a company holds up nobody else', async () => {
  const mine = companyId
  await say('坏消息')
  companyId = await world.company()
  await say('好消息')
  await number()
  const name = `trial.${randomUUID()}`
  const picky = readNews({
    ...reader(name),
    read: async (db, news) => {
      if (db.companyId === mine) throw new Error('not of this company')
      await reader(name).read(db, news)
    },
  })
  while ((await picky.work(world.services)) > 0);
  expect(await effects(name)).toEqual(['好消息'])
  companyId = mine
  expect(await effects(name)).toEqual([])
})

test('a database that was restored elsewhere, where transactions are counted anew, loses no news', async () => {
  await say('旧库')
  await number()
  await world.rows(`update kit.feed_horizon set tx = '999999999999' where feed = $1`, [source.name])
  await world.rows(`insert into trial.word (company_id, word, tx) values ($1, '没来得及', '999999999990')`, [companyId])
  await say('新库')
  await number()
  expect(await numbered()).toEqual(['旧库', '没来得及', '新库'])
  await say('后来')
  await number()
  expect(await numbered()).toEqual(['旧库', '没来得及', '新库', '后来'])
})

test('work where one thing fails goes on with the others, and comes back to that one after a pause that grows', async () => {
  const troubles = new Troubles('trial.work')
  const subjects = [1, 2, 3].map((at) => ({ companyId, id: `第${at}件` }))
  const reader = randomUUID()
  let isBroken = true
  const work = async (db: Db, some: readonly { id: string }[]) => {
    for (const { id } of some) {
      await keep(db, reader, id)
      if (id === '第2件' && isBroken) throw new Error('planted')
    }
  }
  expect(await troubles.each(world.services, subjects, (db, one) => work(db, [one]))).toBe(2)
  expect(await effects(reader)).toEqual(['第1件', '第3件'])
  expect(troubles.size).toBe(1)
  // It still waits; those beside it are done together.
  expect(await troubles.together(world.services, subjects, work)).toBe(2)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2000)
  expect(await troubles.together(world.services, subjects, work)).toBe(2)
  isBroken = false
  clock.mockReturnValue(Date.now() + 1000)
  expect(await troubles.each(world.services, subjects.slice(1, 2), (db, one) => work(db, [one]))).toBe(0)
  clock.mockReturnValue(Date.now() + 2000)
  expect(await troubles.each(world.services, subjects.slice(1, 2), (db, one) => work(db, [one]))).toBe(1)
  expect(troubles.size).toBe(0)
  clock.mockRestore()
})
