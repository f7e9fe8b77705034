/** Seats of bought courses: reserved by assignment, used by learning, given back when nobody used them. Courses of one's own need none. */
import type { People } from '@kaopei/learning/server'
import { staffChanged } from '@kaopei/org/server'
import { type Db, databaseNow, type Fail, inTransaction, listener, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { limitType } from '../../contract/codes.ts'
import { courseStaffErrors } from '../../contract/errors.ts'
import { takeOut } from '../people/enrol.sql.ts'
import { whyNotNow } from './licence-words.ts'
import {
  companiesWithDueSeats,
  findLicence,
  freeSeats,
  freeSeatsOfRemoved,
  insertSeats,
  type Licence,
  licencesWithDueSeats,
  lockDueLearners,
  lockLicence,
  lockLicenceById,
  markUsed,
  selectSeatsOfFormer,
  standingOf,
} from './seats.sql.ts'

const dayMs = 86_400_000

interface Asked {
  readonly courseId: string
  readonly people: People
  readonly now: Date
  readonly fail: Fail<(typeof courseStaffErrors)['seatsMissing' | 'licenceOver']>
}

/**
 * Whether there is a seat for each of them who has none, or for nobody; the refusal says how many are missing. Answers the licence, locked, whose seats are
 * to be written by `reserveSeats` behind the enrolments.
 */
export async function licenceWithSeats(db: Db, given: Asked): Promise<Licence | undefined> {
  const licence = await lockLicence(db, given.courseId)
  return licence && (await lackingSeats(db, licence, given)) > 0 ? licence : undefined
}

/** For people of whom `licenceWithSeats` was asked. */
export async function reserveSeats(
  db: Db,
  licence: Licence,
  { people, actorId, now }: { readonly people: People; readonly actorId: string; readonly now: Date },
): Promise<void> {
  const { startWithinDays } = licence
  const startBy = startWithinDays === null ? null : new Date(now.getTime() + startWithinDays * dayMs)
  await insertSeats(db, { licenceId: licence.id, people, startBy, actorId, now })
}

/** How many of them have no seat yet and may have one; fails where there are not so many. */
async function lackingSeats(db: Db, licence: Licence, { people, now, fail }: Asked): Promise<number> {
  const why = await whyNotNow(db, licence, now)
  const instead = licence.validFrom > now ? '请到时再添加学员' : '不能再添加学员，请联系平台续期'
  if (why !== undefined) return fail(courseStaffErrors.licenceOver, { text: `${why}，${instead}` })
  const { lacking, held } = await standingOf(db, { licenceId: licence.id, people })
  const left = licence.limitType === limitType.limited ? Math.max(0, (licence.limitCount ?? 0) - held) : lacking
  if (lacking <= left) return lacking
  const text = `剩余账号 ${left} 个，需要 ${lacking} 个，还缺 ${lacking - left} 个；本次没有添加任何人，请减少人数或联系平台增加账号`
  return fail(courseStaffErrors.seatsMissing, { text, data: { left, needed: lacking, missing: lacking - left } })
}

export const isValid = ({ validFrom, validUntil }: Licence, now: Date): boolean =>
  validFrom <= now && (validUntil === null || now < validUntil)

/** Of whoever does not learn the course any more. The licence was locked before they were taken out. */
export async function releaseSeatsOfFormer(db: Db, licence: Licence, now: Date): Promise<void> {
  const staffIds = await selectSeatsOfFormer(db, licence)
  await freeSeats(db, { licenceId: licence.id, staffIds, kind: 'released', actorId: null, now })
}

/** `notNeeded`: a course of one's own. Anything but that and `used` means that this person may not learn it now. */
type SeatUse = 'notNeeded' | 'used' | 'noSeat' | 'licenceOver'

/** Somebody learns: a reserved seat is used from now on. */
export async function spendSeat(
  db: Db,
  { courseId, staffId, now }: { courseId: string; staffId: string; now: Date },
): Promise<SeatUse> {
  const licence = await findLicence(db, courseId)
  if (!licence) return 'notNeeded'
  if (!isValid(licence, now)) return 'licenceOver'
  const { isUsed, state } = await markUsed(db, { licenceId: licence.id, staffId, now })
  return isUsed || state === 2 ? 'used' : 'noSeat'
}

/** Nobody finds a removed person in the course's list, to take them out. */
export const freeSeatsListener = listener({
  name: 'course.freeSeatsOfRemoved',
  event: staffChanged,
  run: ({ staffIds }, { transaction }) => transaction((db) => freeSeatsOfRemoved(db, staffIds, databaseNow())),
})

const mostAtOnce = 1000

/** Seats whose day has passed unused go back, and their people are taken out of the course. */
export async function expireSeats(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  for (const companyId of await inTransaction(services.pool, undefined, (db) => companiesWithDueSeats(db, now))) {
    const licences = await inTransaction(services.pool, companyId, (db) => licencesWithDueSeats(db, now))
    const subjects = licences.map((id) => ({ companyId, id }))
    let done: number
    // So many at a time, until none is left.
    do done = await troubles.each(services, subjects, (db, { id }) => expireSome(db, id, now))
    while (done > 0)
  }
}

/** Answers whether there were any. Whoever learns this very moment is left for the next time. */
async function expireSome(db: Db, licenceId: string, now: Date): Promise<boolean> {
  const licence = await lockLicenceById(db, licenceId)
  if (!licence) return false
  const held = await lockDueLearners(db, licence, now, mostAtOnce)
  // Some may have used theirs until their row was held.
  const staffIds = await freeSeats(db, { licenceId, staffIds: held, dueBy: now, kind: 'expired', actorId: null, now })
  await takeOut(db, licence.courseId, staffIds)
  return staffIds.length > 0
}

const troubles = new Troubles('course-seats')

export const seatSweep: Sweep = {
  name: 'course-seats',
  everySeconds: 600,
  run: (services) => expireSeats(services, databaseNow()),
}
