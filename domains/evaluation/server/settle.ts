/** What time does: sittings are handed in, appointments end and issue their reports, results are deleted when they were kept long enough. */
import { type Db, databaseNow, idsOf, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { handIn } from './answering/hand-in.service.ts'
import { findPlace, graceMs } from './answering/rater.service.ts'
import { findSitting, selectDue } from './answering/sitting.sql.ts'
import { findAppointment, selectToClose } from './appointments/appointment.sql.ts'
import { closeAppointment } from './results/close.service.ts'
import { eraseOutdated, eraseUnfinished } from './results/erase.sql.ts'

export const settleSweep: Sweep = {
  name: 'evaluation.settle',
  everySeconds: 20,
  run: async (services) => {
    const now = databaseNow()
    const before = new Date(now.getTime() - graceMs)
    const companies = await inTransaction(services.pool, undefined, (db) => companiesToSettle(db, before))
    for (const companyId of companies) await settleCompany(services, companyId, now)
  },
}

const companiesToSettle = (db: Db, before: Date) => idsOf(db)`select c as id from evaluation.companies_to_settle(${before}) c`

/** Each round is a transaction, until nothing is left. */
export async function settleCompany({ pool }: Pick<RawServices, 'pool'>, companyId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - graceMs)
  const untilDone = async (some: (db: Db) => Promise<number>) => {
    while ((await inTransaction(pool, companyId, some)) > 0);
  }
  await untilDone(async (db) => {
    const due = await selectDue(db, before)
    for (const { raterId } of due) await handInFor(db, raterId, now)
    return due.length
  })
  await untilDone(async (db) => {
    const ids = await selectToClose(db, before)
    for (const id of ids) {
      const found = await findAppointment(db, id)
      if (found) await closeAppointment(db, found, now)
    }
    return ids.length
  })
  await untilDone((db) => eraseOutdated(db, now))
  await untilDone((db) => eraseUnfinished(db, now))
}

async function handInFor(db: Db, raterId: string, now: Date): Promise<void> {
  const [place, sitting] = [await findPlace(db, raterId), await findSitting(db, raterId)]
  if (place && sitting) await handIn(db, place, { sitting, now })
}
