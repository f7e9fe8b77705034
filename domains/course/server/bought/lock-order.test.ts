/** Whoever waits for one row holds none that stands behind it in the order of the room's README: no two can wait for each other. */
import { type Db, inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { courseOutlineCalls as outline } from '../../contract/course-outline.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import { publishing } from '../../contract/publishing.ts'
import { courseModule, learningModule } from '../index.ts'
import { comeIn } from '../people/enrol.sql.ts'
import { arrangeBought, someoneWaits } from './bought-arrange.ts'
import { expireSeats } from './seats.ts'

let world: World
let seller: TestActor
beforeAll(async () => {
  world = await World.open([courseModule, learningModule])
  seller = await world.actor({ isPlatform: true })
  await world.rows('update identity.company set is_platform = true where id = $1', [seller.companyId])
})
afterAll(() => world.close())

type Hold = (db: Db) => Promise<unknown>

const course =
  (id: string): Hold =>
  (db) =>
    sql`select from course.course where company_id = ${db.companyId} and id = ${id} for no key update`.execute(db)
const licence =
  (id: string): Hold =>
  (db) =>
    sql`select from course.licence where company_id = ${db.companyId} and id = ${id} for no key update`.execute(db)
const enrolment =
  (courseId: string, staffId: string): Hold =>
  (db) =>
    sql`select from course.enrolment where company_id = ${db.companyId} and course_id = ${courseId} and staff_id = ${staffId} for update`.execute(
      db,
    )
const seat =
  (staffId: string): Hold =>
  (db) =>
    sql`select from course.seat where company_id = ${db.companyId} and staff_id = ${staffId} for update`.execute(db)

/** While somebody holds `first` another begins to work; what stands behind it must still be free. Answers what the other came to. */
async function whileHolding<T>(companyId: string, [first, second]: readonly [Hold, Hold], work: () => Promise<T>): Promise<T> {
  const { other } = await inTransaction(world.pools.app, companyId, async (db) => {
    await first(db)
    let isOver = false
    const begun = work().finally(() => {
      isOver = true
    })
    begun.catch(() => undefined)
    // It waits for us, or has passed by what is held.
    await vi.waitFor(async () => expect(isOver || (await someoneWaits(world))).toBe(true), { timeout: 20_000, interval: 20 })
    await sql`set local lock_timeout = '300ms'`.execute(db)
    await second(db)
    return { other: begun }
  })
  return other
}

async function arranged(terms: Parameters<typeof arrangeBought>[2] = {}) {
  const one = await arrangeBought(world, seller, terms)
  const [staffId = ''] = one.people
  await one.as.get(courseStaff.updateCourseStaff, { courseId: one.courseId, staffIds: [staffId] })
  return { ...one, staffId }
}

const seatState = async (staffId: string) =>
  (await world.rows<{ state: number }>('select state from course.seat where staff_id = $1', [staffId]))[0]?.state

test('what the seller publishes waits for the copy before it holds the licence', async () => {
  const { companyId, courseId, licenceId, offered } = await arranged()
  const selling = world.as(seller)
  const added = {
    courseId: offered.courseId,
    title: '第二章',
    tasks: [{ kind: 'article' as const, title: '新', html: '<p>新</p>' }],
  }
  await selling.get(outline.courseChapterEdit, added)
  const { version } = await selling.get(publishing.touch, { id: offered.courseId })
  await selling.get(publishing.publish, { id: offered.courseId, version, forCompleted: 'keep' })
  await whileHolding(companyId, [course(courseId), licence(licenceId)], () => world.runJobs())
  const versions = await world.rows('select number from course.version where company_id = $1', [companyId])
  expect(versions).toHaveLength(2)
})

test('seats are given behind the enrolments, as whoever learns holds them', async () => {
  const { as, companyId, courseId, people, staffId } = await arranged()
  const [, another = ''] = people
  const given = await whileHolding(companyId, [enrolment(courseId, staffId), seat(staffId)], () =>
    as.call(courseStaff.updateCourseStaff, { courseId, staffIds: [staffId, another] }),
  )
  expect(given).toMatchObject({ code: 0, data: { addedCount: 1, repeatedCount: 1 } })
  expect(await seatState(another)).toBe(1)
})

test('whoever takes people out holds the licence before their enrolments', async () => {
  const { as, companyId, courseId, licenceId, staffId } = await arranged()
  const taken = await whileHolding(companyId, [licence(licenceId), enrolment(courseId, staffId)], () =>
    as.call(courseStaff.courseStaffDelete, { courseId, staffIds: [staffId] }),
  )
  expect(taken).toMatchObject({ code: 0, data: { removedCount: 1 } })
  expect(await seatState(staffId)).toBe(3)
})

test('whoever agrees to those who ask holds the licence before their enrolments', async () => {
  const { as, companyId, courseId, licenceId, people } = await arranged()
  const [, asking = ''] = people
  await world.rows(
    'insert into course.enrolment (company_id, course_id, staff_id, state, enrolled_at) values ($1, $2, $3, 1, now())',
    [companyId, courseId, asking],
  )
  const agreed = await whileHolding(companyId, [licence(licenceId), enrolment(courseId, asking)], () =>
    as.call(courseStaff.approveJoin, { courseId, staffIds: [asking] }),
  )
  expect(agreed).toMatchObject({ code: 0, data: { approvedCount: 1 } })
})

test('whoever comes alone is given a seat behind the enrolment that they had', async () => {
  const { as, companyId, courseId, staffId } = await arranged()
  await as.get(courseStaff.courseStaffDelete, { courseId, staffIds: [staffId] })
  const outcome = await whileHolding(companyId, [enrolment(courseId, staffId), seat(staffId)], () =>
    world.inCompany(companyId, (db) => comeIn(db, { courseId, staffId, reason: 'joined', dueAt: null, now: new Date() })),
  )
  expect(outcome).toBe('learns')
  expect(await seatState(staffId)).toBe(1)
})

test('a seat whose day has passed is left to whoever learns this very moment', async () => {
  const { companyId, courseId, staffId } = await arranged({ startWithinDays: 7 })
  const later = new Date(Date.now() + 8 * 86_400_000)
  await whileHolding(companyId, [enrolment(courseId, staffId), seat(staffId)], () => expireSeats(world.services, later))
  expect(await seatState(staffId)).toBe(1)
  await expireSeats(world.services, later)
  expect(await seatState(staffId)).toBe(3)
})
