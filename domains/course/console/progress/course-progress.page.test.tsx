import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { progress } from '../../contract/progress.ts'
import CourseProgressPage from './course-progress.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const courseId = '0190aaaa-0000-7000-8000-000000000001'

test('whoever has not learned has no time: of the others the credited one stands over the time online', async () => {
  const row = (name: string, seconds: number) => ({
    ...{ staffId: `0190aaaa-0000-7000-8000-00000000000${seconds}`, name, loginAccount: 'ligong', department: '一车间' },
    ...{ progress: 0, isOverdue: false, percent: 0, tasks: [], learnedSeconds: seconds, wallSeconds: seconds },
    ...{ lastTaskTitle: null, lastAt: null, dueAt: null },
  })
  screen = await openScreen(<CourseProgressPage />, `/?id=${courseId}`, [
    [progress.learners, { dataList: [row('李工', 0), row('王工', 5)], totalCount: 2 }],
    [progress.course, { courseName: '安全培训', status: 1, chapters: [] }],
  ])
  await screen.sees('5秒在线 5秒')
  expect(screen.text()).not.toContain('0秒')
})
