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
  lockLicence,
  markUsed,
  selectDueSeats,
  selectSeatsOfFormer,
  standingOf,
} from './seats.sql.ts'

const dayMs = 86_400_000

interface Reserving {
  readonly courseId: string
  readonly people: People
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof courseStaffErrors)['seatsMissing' | 'licenceOver']>
}

/** A seat for each of them who has none, or for nobody; the refusal says how many are missing. */
export async function reserveSeats(db: Db, given: Reserving): Promise<void> {
  const { courseId, people, actorId, now } = given
  const licence = await lockLicence(db, courseId)
  if (!licence || (await lackingSeats(db, licence, given)) === 0) return
  const { startWithinDays } = licence
  const startBy = startWithinDays === null ? null : new Date(now.getTime() + startWithinDays * dayMs)
  await insertSeats(db, { licenceId: licence.id, people, startBy, actorId, now })
}

/** How many of them have no seat yet and may have one; fails where there are not so many. */
async function lackingSeats(db: Db, licence: Licence, { people, now, fail }: Reserving): Promise<number> {
  const why = await whyNotNow(db, licence, now)
  const instead = licence.validFrom > now ? '请到时再添加学员' : '不能再添加学员，请联系平台续期'
  if (why !== undefined) return fail(courseStaffErrors.licenceOver, { text: `${why}，${instead}` })
  const { lacking, held } = await standingOf(db, { licenceId: licence.id, people })
  const left = licence.limitType === limitType.limited ? Math.max(0, (licence.limitCount ?? 0) - held) : lacking
  if (lacking <= left) return lacking
  const text = `剩余账号 ${left} 个，需要 ${lacking} 个，还缺 ${lacking - left} 个；本次没有添加任何人，请减少人数或联系平台增加账号`
  return fail(courseStaffErrors.seatsMissing, { text, data: { left, needed: lacking, missing: lacking - left } })
}

const isValid = ({ validFrom, validUntil }: Licence, now: Date) => validFrom <= now && (validUntil === null || now < validUntil)

/** Of people who were taken out, as far as they have not begun. */
export async function releaseSeats(
  db: Db,
  { courseId, staffIds, actorId, now }: { courseId: string; staffIds: readonly string[]; actorId: string; now: Date },
): Promise<void> {
  const licence = await lockLicence(db, courseId)
  if (licence) await freeSeats(db, { licenceId: licence.id, staffIds, kind: 'released', actorId, now })
}

/** Of whoever does not learn the course any more. */
export async function releaseSeatsOfFormer(db: Db, courseId: string, now: Date): Promise<void> {
  const licence = await lockLicence(db, courseId)
  if (!licence) return
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

/** Answers whether there were any. */
async function expireSome(db: Db, licenceId: string, now: Date): Promise<boolean> {
  const seats = await selectDueSeats(db, licenceId, now, mostAtOnce)
  const [first] = seats
  if (!first) return false
  const staffIds = seats.map(({ staffId }) => staffId)
  await freeSeats(db, { licenceId, staffIds, kind: 'expired', actorId: null, now })
  await takeOut(db, first.courseId, staffIds)
  return true
}

const troubles = new Troubles('course-seats')

export const seatSweep: Sweep = {
  name: 'course-seats',
  everySeconds: 600,
  run: (services) => expireSeats(services, databaseNow()),
}
