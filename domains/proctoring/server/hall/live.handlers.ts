import { reachOf } from '@kaopei/exam/server'
import { type Context, type Handlers, implement, type Module } from '@kaopei/server'
import { live } from '../../contract/live.ts'
import { pieceUrl } from '../review/shots.ts'
import { selectWatched } from './hall.sql.ts'
import { type LiveRow, selectLatest, selectLive } from './live.sql.ts'

const newMs = 40_000
/** Somebody who comes back after a while goes on with now. */
const oldestMs = 120_000

type Call = Context<(typeof live)['views']> | Context<(typeof live)['film']>

const handlers: Handlers<typeof live> = {
  views: async ({ examId, attemptIds }, context) => {
    const seen = await seenOf(context, examId, attemptIds)
    const rows = seen.length > 0 ? await selectLatest(context.db, seen) : []
    const dataList = seen.map((attemptId) => ({
      attemptId,
      views: newest(rows.filter((row) => row.attemptId === attemptId)).map((row) => ({
        source: row.source,
        kind: row.kind === 'film' ? ('film' as const) : ('picture' as const),
        takenAt: row.until,
        url: urlOf(context, row),
      })),
    }))
    return { serverTime: context.now, dataList }
  },

  film: async ({ examId, attemptId, source, after }, context) => {
    const { db, now } = context
    const [seen] = await seenOf(context, examId, [attemptId])
    const since = new Date(now.getTime() - (after === 0 ? newMs : oldestMs))
    const rows = seen === undefined ? [] : await selectLive(db, { attemptId: seen, of: source, after, since })
    const dataList = rows.map(({ number, from, until, isStill, contentType, ...row }) => ({
      ...{ number, from, until, isStill, contentType },
      url: urlOf(context, { ...row, number, from, until, isStill, contentType }),
    }))
    return { serverTime: now, dataList }
  },
}

/** Of these attempts those of the exam that the caller may see; nobody watches themselves. */
async function seenOf({ db, scope, actor }: Call, examId: string, attemptIds: readonly string[]): Promise<string[]> {
  const rows = await selectWatched(db, { examId, scope: reachOf(actor, scope), attemptIds })
  return rows.flatMap(({ attemptId, staffId }) => (attemptId !== null && staffId !== actor.staffId ? [attemptId] : []))
}

/** A picture, unless the film is newer by more than the time between two pictures. */
function newest(rows: readonly LiveRow[]): LiveRow[] {
  const bySource = Map.groupBy(rows, ({ source }) => source)
  return [...bySource.values()].flatMap((of) => {
    const picture = of.find(({ kind }) => kind === 'thumb')
    const film = of.find(({ kind }) => kind === 'film')
    if (!picture || !film) return [picture ?? film].filter((row) => row !== undefined)
    return [film.until.getTime() - picture.until.getTime() > 60_000 ? film : picture]
  })
}

function urlOf({ services, db, actor }: Call, row: LiveRow): string {
  return pieceUrl(services, { companyId: db.companyId, recording: row, of: row.source, piece: row, viewerId: actor.staffId })
}

export const liveModule: Module = { endpoints: implement(live, handlers) }
