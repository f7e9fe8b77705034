import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import { publishing } from '../../contract/publishing.ts'
import CourseStaffStep from './staff.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '0190aaaa-0000-7000-8000-000000000001'

const open = async (hasChange: boolean) => {
  screen = await openScreen(<CourseStaffStep />, `/?id=${id}`, [
    [course.getCourse, { id, courseName: '消防', courseStatus: 1, source: 1, hasChange }],
    [courseStaff.getCourseStaff, { dataList: [], totalCount: 0 }],
    [publishing.touch, { version: 2, learnerCount: 3, startedCount: 1, completedCount: 0, faults: [], soldCount: 0 }],
  ])
  await screen.sees('按人员添加')
}

test('whoever has changed a course on the shelf can publish the change where the steps end', async () => {
  await open(true)
  await screen.click('发布修改')
  await screen.sees('发布修改：消防')
})

test('where nothing was changed there is nothing to publish', async () => {
  await open(false)
  expect(screen.text()).not.toContain('发布修改')
})
