/** What time does: sittings are handed in, appointments end and issue their reports, results are deleted when they were kept long enough. */
import { type Db, databaseNow, idsOf, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { appointmentStatus } from '../contract/codes.ts'
import { handIn } from './answering/hand-in.service.ts'
import { findPlace, graceMs } from './answering/rater.service.ts'
import { findSitting, selectDue } from './answering/sitting.sql.ts'
import { findAppointment, selectToClose } from './appointments/appointment.sql.ts'
import { closeAppointment } from './results/close.service.ts'
import { eraseOutdated, eraseUnfinished, selectOutdated, selectUnfinished } from './results/erase.sql.ts'

const atOnce = 200
const troubles = new Troubles('evaluation.settle')

export const settleSweep: Sweep = {
  name: 'evaluation.settle',
  everySeconds: 20,
  run: async (services) => {
    const now = databaseNow()
    const before = new Date(now.getTime() - graceMs)
    const companies = await inTransaction(services.pool, undefined, (db) => companiesToSettle(db, before))
    for (const companyId of companies)
      await troubles.guard(services, { companyId }, () => settleCompany(services, companyId, now))
  },
}

const companiesToSettle = (db: Db, before: Date) => idsOf(db)`select c as id from evaluation.companies_to_settle(${before}) c`

interface Settling<Found> {
  readonly select: (db: Db, most: number) => Promise<readonly Found[]>
  readonly keyOf: (found: Found) => string
  /** Under the lock of what was found; false: nothing is to do any more. */
  readonly settle: (db: Db, found: Found) => Promise<boolean>
}

/** Each thing in a transaction of its own, until nothing is left but what fails. */
export async function settleCompany(services: Pick<RawServices, 'pool' | 'log'>, companyId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - graceMs)
  const all = async <Found>({ select, keyOf, settle }: Settling<Found>) => {
    let done: number
    do {
      const found = await inTransaction(services.pool, companyId, (db) => select(db, atOnce + troubles.size))
      const subjects = found.map((one) => ({ companyId, id: keyOf(one), one }))
      done = await troubles.each(services, subjects, (db, { one }) => settle(db, one))
    } while (done > 0)
  }
  await all({
    select: (db, most) => selectDue(db, before, most),
    keyOf: ({ raterId }) => raterId,
    settle: (db, { raterId }) => handInFor(db, raterId, { before, now }),
  })
  await all({
    select: (db, most) => selectToClose(db, before, most),
    keyOf: (id) => id,
    settle: (db, id) => closeOver(db, id, { before, now }),
  })
  await all({
    select: (db, most) => selectOutdated(db, now, most),
    keyOf: (id) => id,
    settle: (db, id) => eraseOutdated(db, id, now),
  })
  await all({
    select: (db, most) => selectUnfinished(db, now, most),
    keyOf: ({ appointmentId, staffId }) => `${appointmentId}:${staffId}`,
    settle: async (db, of) => (await eraseUnfinished(db, of, now)) > 0,
  })
}

interface Clock {
  readonly before: Date
  readonly now: Date
}

async function handInFor(db: Db, raterId: string, { before, now }: Clock): Promise<boolean> {
  const sitting = await findSitting(db, raterId, 'update')
  if (!sitting || sitting.submittedAt !== null || sitting.dueAt === null || sitting.dueAt >= before) return false
  const place = await findPlace(db, raterId)
  if (!place) return false
  await handIn(db, place, { sitting, now })
  return true
}

async function closeOver(db: Db, id: string, { before, now }: Clock): Promise<boolean> {
  const found = await findAppointment(db, id, 'update')
  if (found?.status !== appointmentStatus.open || found.endAt === null || found.endAt >= before) return false
  await closeAppointment(db, found, now)
  return true
}
