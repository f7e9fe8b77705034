import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { courseStaff } from '../../contract/course-staff.ts'
import { StaffList } from './staff-list.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const courseId = '0190aaaa-0000-7000-8000-000000000001'

test('the list says that people asked to join, although it opens with those who learn', async () => {
  const asked = ({ state }: { state?: unknown }) => ({ dataList: [], totalCount: Number(state) === 1 ? 2 : 0 })
  screen = await openScreen(<StaffList courseId={courseId} isShelved source={1} />, `/?id=${courseId}`, [
    [courseStaff.getCourseStaff, asked],
  ])
  await screen.sees('有 2 人报名，等待审核')
  await screen.click('去审核')
  expect(screen.address()).toBe(`/?id=${courseId}&s.state=1`)
  expect(screen.text()).not.toContain('等待审核')
})
