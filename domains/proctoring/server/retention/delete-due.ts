import { recordingKind } from '@kaopei/exam/contract/recording-days'
import { expireFiles } from '@kaopei/files/server'
import { type Db, databaseNow, inTransaction, type Module, type RawServices, Troubles } from '@kaopei/server'
import { filmKeysAround } from '../films/film-key.ts'
import { attemptFolder, pieceKey } from '../pieces/piece-key.ts'
import { type AgreedDays, kindOf } from '../rules/keeping.ts'
import { endingOf } from '../rules/media-type.ts'
import { pieceChain } from '../rules/piece-chain.ts'
import { deleteDueAppealFiles } from './appeal-files.ts'
import { retentionEndpoints } from './retention.handlers.ts'
import {
  beginDeleting,
  chainedPieces,
  type DueKind,
  endDeleting,
  filmsOf,
  framesOf,
  insertDeletion,
  lockDue,
  noteGone,
  piecesOf,
  recordingsDue,
} from './retention.sql.ts'

const batch = 50
const troubles = new Troubles('proctoring-recordings-due')

/** Deletes what is due, up to a batch; answers how many kinds of attempts it was. */
export async function deleteDueRecordings(services: RawServices, now: Date): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) => recordingsDue(db, now, batch + troubles.size))
  let done = 0
  for (const one of due) {
    const kind = { companyId: one.companyId, id: `${one.attemptId}:${one.kind}` }
    const count = await troubles.guard(services, kind, async () => {
      // Said before the first byte goes: whoever dies in between leaves "deleting", and the next sweep goes on.
      const isBegun = await inTransaction(services.pool, one.companyId, (db) => beginDeleting(db, one, now))
      if (isBegun) await inTransaction(services.pool, one.companyId, (db) => deleteRecordings(db, services, one, now))
      return 1
    })
    done += count ?? 0
  }
  return done
}

/** The bytes first, then what says that they are gone: if this process dies in between, all of it is tried again. */
async function deleteRecordings(db: Db, services: RawServices, due: DueKind, now: Date): Promise<void> {
  const { attemptId, kind, keptDays } = due
  const watch = await lockDue(db, due, now)
  await endDeleting(db, due)
  if (!watch) return
  const { startedAt, agreed } = watch
  const pieces = (await piecesOf(db, { attemptId, startedAt })).filter((piece) => kindOf(piece, agreed) === kind)
  const films = (await filmsOf(db, attemptId)).filter(({ source }) => kindOf({ source, kind: 'composed' }) === kind)
  const folder = { companyId: db.companyId, attemptId, startedAt }
  for (const key of await keysOf(services, { folder, due, agreed, pieces, films })) await services.evidence.remove(key)
  const frames = kind === recordingKind.frame ? await framesOf(db, attemptId) : []
  const frameBytes = await expireFiles(
    db,
    frames.map(({ fileId }) => fileId),
    now,
  )
  const composed = films.filter((film) => film.sizeBytes > 0)
  const sizeBytes = [...pieces, ...composed].reduce((sum, one) => sum + one.sizeBytes, frameBytes)
  const chainHead = pieceChain(attemptId, await chainedPieces(db, { attemptId, startedAt }))
  await insertDeletion(db, {
    ...{ attemptId, kind, keptDays, sizeBytes, at: now },
    ...{ pieceCount: pieces.length, filmCount: composed.length, frameCount: frames.length, chainHead },
  })
  await noteGone(db, attemptId)
}

interface Lying {
  readonly folder: { readonly companyId: string; readonly attemptId: string; readonly startedAt: Date }
  readonly due: DueKind
  readonly agreed: AgreedDays
  readonly pieces: Awaited<ReturnType<typeof piecesOf>>
  readonly films: Awaited<ReturnType<typeof filmsOf>>
}

/** What rows name, and what lies in the attempt's folder without one: put by a browser and never told, left by a killed run. */
async function keysOf({ evidence }: RawServices, { folder, due, agreed, pieces, films }: Lying): Promise<ReadonlySet<string>> {
  const named = [
    ...pieces.map((piece) => pieceKey({ ...folder, ...piece, ending: endingOf(piece.contentType) })),
    ...films.flatMap((film) => filmKeysAround({ ...folder, ...film })),
  ]
  const lying = (await evidence.keysIn(attemptFolder(folder))).filter((key) => {
    const [, source, kind, number] = /\/(\d)-([a-z]+)-([^-/]+)[^/]*$/.exec(key) ?? []
    return kind !== undefined && kindOf({ source: Number(source), kind, number: Number(number) }, agreed) === due.kind
  })
  return new Set([...named, ...lying])
}

/** Recordings go when their time is over. */
export const retentionModule: Module = {
  endpoints: retentionEndpoints,
  sweeps: [
    {
      name: 'proctoring-recordings-due',
      everySeconds: 3600,
      run: async (services) => {
        while ((await deleteDueRecordings(services, databaseNow())) >= batch);
        while ((await deleteDueAppealFiles(services, databaseNow())) >= batch);
      },
    },
  ],
}
