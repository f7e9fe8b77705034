import { arrangePeople } from '@kaopei/org/testing'
import type { Fail } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseStaff } from '../../contract/course-staff.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { admitToCourse, courseModule, courseStandingOf } from '../index.ts'
import { dropUnfollowed } from './audience.service.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule])
})
afterAll(() => world.close())

const fail: Fail<{ code: number; name: string; text: string }> = (error, detail) => {
  throw new Error(detail?.text ?? error.text)
}

async function arrange() {
  const companyId = await world.company()
  const [one = '', other = ''] = await arrangePeople(world, companyId, [{ name: '甲' }, { name: '乙' }])
  const { courseId } = await arrangeCourse(world, companyId, { chapters: [[{}]] })
  const admit = (staffId: string) =>
    world.inCompany(companyId, (db) => admitToCourse(db, { courseId, staffId, now: new Date(), fail }))
  const enrolled = () =>
    world.rows('select staff_id, state, is_by_project from course.enrolment where course_id = $1', [courseId])
  return { companyId, courseId, one, other, admit, enrolled }
}

test('whoever a project leads into a course learns it, and no department or group takes them out', async () => {
  const { companyId, courseId, one, admit, enrolled } = await arrange()
  await admit(one)
  await admit(one)
  await world.rows('update course.enrolment set is_by_audience = true where course_id = $1', [courseId])
  await world.inCompany(companyId, (db) => dropUnfollowed(db, courseId, new Date()))
  expect(await enrolled()).toEqual([{ staff_id: one, state: 2, is_by_project: true }])
})

test('off the shelf nobody new is led into it; who learns it already goes on', async () => {
  const { courseId, one, other, admit, enrolled } = await arrange()
  await world.rows(
    'insert into course.enrolment (company_id, course_id, staff_id, is_by_hand) select company_id, id, $2, true from course.course where id = $1',
    [courseId, one],
  )
  await world.rows('update course.course set status = 2 where id = $1', [courseId])
  await admit(one)
  await expect(admit(other)).rejects.toThrow('课程没有上架')
  expect(await enrolled()).toEqual([{ staff_id: one, state: 2, is_by_project: true }])
})

test('whom an organiser took out by hand no project brings back, only an organiser', async () => {
  const { companyId, courseId, one, admit, enrolled } = await arrange()
  await admit(one)
  const organiser = world.as(await world.actor({ companyId }))
  expect(await organiser.get(courseStaff.courseStaffDelete, { courseId, staffIds: [one] })).toEqual({
    removedCount: 1,
    leftOut: null,
  })
  await expect(admit(one)).rejects.toThrow('您已被移出这门课程')
  expect(await enrolled()).toEqual([{ staff_id: one, state: 3, is_by_project: false }])
  await organiser.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one] })
  await admit(one)
  expect(await enrolled()).toEqual([{ staff_id: one, state: 2, is_by_project: true }])
})

test('how people stand in courses is told of those who have begun', async () => {
  const { companyId, courseId, one, other, admit } = await arrange()
  await admit(one)
  await admit(other)
  const completedAt = new Date('2026-11-01T00:00:00Z')
  await world.rows('update course.enrolment set begun_at = now(), completed_at = $3 where course_id = $1 and staff_id = $2', [
    courseId,
    one,
    completedAt,
  ])
  const standings = await world.inCompany(companyId, (db) => courseStandingOf(db, [courseId], [one, other]))
  expect(standings).toEqual([{ courseId, staffId: one, completedAt }])
})
