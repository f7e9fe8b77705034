import { type Backlog, databaseNow, inTransaction, type RawServices, Troubles } from '@kaopei/server'
import { sealAttempts } from './seal.service.ts'
import { unsealedAttempts } from './seal.sql.ts'

const batch = 25
const found = 500
/** What was handed in longer ago is the night's, so that a look costs nothing. */
const freshMs = 15 * 60_000

const troubles = new Troubles('proctoring.seal')

/** An attempt that is handed in is sealed: its page shows the head. */
export const sealClosed: Backlog = {
  name: 'proctoring.sealClosed',
  everySeconds: 2,
  work: (services) => sealFound(services, new Date(databaseNow().getTime() - freshMs)),
}

/** Seals what was handed in since then, up to some hundreds. */
export async function sealFound(services: RawServices, since: Date): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) => unsealedAttempts(db, since, found + troubles.size))
  let done = 0
  for (const [companyId, attempts] of Map.groupBy(due, (one) => one.companyId)) {
    const ids = attempts.map(({ attemptId }) => attemptId)
    done += await sealThese(services, companyId, ids)
  }
  return done
}

/** Some at a time; one that fails does not hold up the others. Answers how many were looked at. */
export async function sealThese(services: RawServices, companyId: string, ids: readonly string[]): Promise<number> {
  let done = 0
  for (let from = 0; from < ids.length; from += batch) {
    const attempts = ids.slice(from, from + batch).map((id) => ({ companyId, id }))
    done += await troubles.together(services, attempts, (db, some) =>
      sealAttempts(
        db,
        some.map(({ id }) => id),
        databaseNow(),
      ),
    )
  }
  return done
}
