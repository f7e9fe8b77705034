import type { Endpoint } from '@kaopei/contract'
import { openScreen, type Screen } from '@kaopei/web/testing'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { bought } from '../contract/bought.ts'
import { category } from '../contract/category.ts'
import { course } from '../contract/course.ts'
import { courseStaff } from '../contract/course-staff.ts'
import { personProgress } from '../contract/person-progress.ts'
import { progress } from '../contract/progress.ts'
import BoughtManagement from './bought/management.list.tsx'
import CourseManagerList from './course-manager.list.tsx'
import { StaffList } from './people/staff-list.tsx'
import CourseProgressPage from './progress/course-progress.page.tsx'
import { PeopleList } from './progress/people-list.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const courseId = '0190aaaa-0000-7000-8000-000000000001'
/** Beside the menu 1,440 px leave so many of them to a table; beside a tree too, fewer. */
const roomOfTable = 1152
const roomBesideTree = 896

const lists: readonly (readonly [string, ReactElement, Endpoint, number])[] = [
  ['学习进度', <CourseProgressPage key="course" />, progress.learners, roomOfTable],
  ['人员进度', <PeopleList key="people" />, personProgress.people, roomOfTable],
  ['学员', <StaffList key="staff" courseId={courseId} isShelved source={1} />, courseStaff.getCourseStaff, roomOfTable],
  ['采购课程', <BoughtManagement key="bought" />, bought.list, roomOfTable],
  ['课程管理', <CourseManagerList key="courses" />, course.courseList, roomBesideTree],
]

test.each(lists)('the list %s does not scroll sideways at a desk', async (_name, list, endpoint, room) => {
  screen = await openScreen(list, `/?id=${courseId}`, [
    [endpoint, { dataList: [], totalCount: 0 }],
    [progress.course, { courseName: '安全培训', status: 1, chapters: [] }],
    [bought.categories, []],
    [category.list, []],
  ])
  await screen.sees('操作')
  const widths = [...document.querySelectorAll<HTMLElement>('.ant-table-content col')].flatMap(({ style }) =>
    style.width === '' ? [] : [Number.parseInt(style.width, 10)],
  )
  expect(widths.length).toBeGreaterThan(room === roomOfTable ? 8 : 6)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room)
})
