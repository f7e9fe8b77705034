import { recordingsKeptDays as keptDays } from '@kaopei/exam/contract/capture-consent'
import { expireFiles } from '@kaopei/files/server'
import { type Db, databaseNow, inTransaction, type Module, type RawServices } from '@kaopei/server'
import { begunBefore } from '../../contract/retention.ts'
import { filmKeysAround } from '../films/film-key.ts'
import { pieceKey } from '../pieces/piece-key.ts'
import { endingOf } from '../rules/media-type.ts'
import { pieceChain } from '../rules/piece-chain.ts'
import { chainedPieces, filmsOf, framesOf, insertDeletion, lockDue, piecesOf, recordingsDue } from './retention.sql.ts'

const batch = 50

/** Deletes what is due, up to a batch; answers how many attempts it was. */
export async function deleteDueRecordings(services: RawServices, now: Date): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) => recordingsDue(db, begunBefore(now), batch))
  for (const { companyId, attemptId } of due)
    await inTransaction(services.pool, companyId, (db) => deleteRecordings(db, services, attemptId, now))
  return due.length
}

/** The bytes first, then what says that they are gone: if this process dies in between, all of it is tried again. */
async function deleteRecordings(db: Db, services: RawServices, attemptId: string, now: Date): Promise<void> {
  const watch = await lockDue(db, attemptId)
  if (!watch) return
  const { companyId } = db
  const { startedAt } = watch
  const pieces = await piecesOf(db, { attemptId, startedAt })
  for (const piece of pieces) {
    await services.evidence.remove(pieceKey({ companyId, attemptId, startedAt, ...piece, ending: endingOf(piece.contentType) }))
  }
  const films = await filmsOf(db, attemptId)
  for (const film of films)
    for (const key of filmKeysAround({ companyId, attemptId, startedAt, ...film })) await services.evidence.remove(key)
  const frames = await framesOf(db, attemptId)
  const frameBytes = await expireFiles(
    db,
    frames.map(({ fileId }) => fileId),
    now,
  )
  const composed = films.filter((film) => film.sizeBytes > 0)
  const sizeBytes = [...pieces, ...composed].reduce((sum, one) => sum + one.sizeBytes, frameBytes)
  const chainHead = pieceChain(attemptId, await chainedPieces(db, { attemptId, startedAt }))
  await insertDeletion(db, {
    ...{ attemptId, keptDays, sizeBytes, at: now },
    ...{ pieceCount: pieces.length, filmCount: composed.length, frameCount: frames.length, chainHead },
  })
}

/** Recordings go when their time is over. */
export const retentionModule: Module = {
  endpoints: [],
  sweeps: [
    {
      name: 'proctoring-recordings-due',
      everySeconds: 3600,
      run: async (services) => {
        while ((await deleteDueRecordings(services, databaseNow())) >= batch);
      },
    },
  ],
}
