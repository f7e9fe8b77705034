import { type Backlog, databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import { sealAttempts } from './seal.service.ts'
import { type FoundAttempt, unsealedAttempts } from './seal.sql.ts'

const batch = 25
const found = 500
/** What was handed in longer ago is the night's, so that a look costs nothing. */
const freshMs = 15 * 60_000
const restMs = 60_000

/** What could not be sealed is left for a minute, so that it does not hold up the others. */
const troubles = new Map<string, number>()

/** An attempt that is handed in is sealed: its page shows the head. */
export const sealClosed: Backlog = {
  name: 'proctoring.sealClosed',
  everySeconds: 2,
  work: (services) => sealFound(services, new Date(databaseNow().getTime() - freshMs)),
}

/** Seals what was handed in since then, up to some hundreds. */
export async function sealFound(services: RawServices, since: Date): Promise<number> {
  const all = await inTransaction(services.pool, undefined, (db) => unsealedAttempts(db, since, found))
  const due = all.filter(({ attemptId }) => (troubles.get(attemptId) ?? 0) <= Date.now())
  let done = 0
  for (const [companyId, attempts] of Map.groupBy(due, (one) => one.companyId)) {
    for (let from = 0; from < attempts.length; from += batch)
      done += await sealBatch(services, companyId, attempts.slice(from, from + batch))
  }
  return done
}

async function sealBatch(services: RawServices, companyId: string, attempts: readonly FoundAttempt[]): Promise<number> {
  const ids = attempts.map(({ attemptId }) => attemptId)
  try {
    return await inTransaction(services.pool, companyId, (db) => sealAttempts(db, ids, databaseNow()))
  } catch (error) {
    if (ids.length > 1) {
      let done = 0
      for (const attempt of attempts) done += await sealBatch(services, companyId, [attempt])
      return done
    }
    for (const id of ids) troubles.set(id, Date.now() + restMs)
    services.log.error(
      { err: error, attemptIds: ids, companyId },
      'the record of an attempt could not be sealed, trying again later',
    )
    return 0
  }
}
