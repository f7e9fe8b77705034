import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { entry } from '../contract/entry.ts'
import { MyExamsPage } from './my-exams.tsx'

let screen: Screen
afterEach(() => screen.close())

const now = '2026-11-22T01:00:00.000Z'
const exam = {
  ...{ isSimulation: false, openAt: now, closeAt: null, limitMinutes: 60, attemptsAllowed: 1, attempts: [], place: null },
  ...{ needsScreen: false, needsSafeBrowser: true, hasSafeConfig: false },
}
const waits = { status: 4, entry: { allowed: false, resumes: null, message: '考试尚未开始' } }
const over = { status: 6, entry: { allowed: false, resumes: null, message: '考试已结束' } }

test('the list says beforehand that an exam needs its own browser, and offers a configuration where there is one', async () => {
  const dataList = [
    { ...exam, ...waits, examId: '1', name: '安全生产考试' },
    { ...exam, ...waits, examId: '2', name: '消防考试', hasSafeConfig: true },
    { ...exam, ...over, examId: '3', name: '去年的考试', hasSafeConfig: true },
  ]
  const page = <MyExamsPage id="" second="" go={vi.fn()} start={vi.fn()} />
  screen = await openScreen(page, '/', [[entry.myExams, { serverTime: now, dataList, totalCount: 3 }]])
  await screen.sees('去年的考试')
  expect(screen.text().match(/须在 Safe Exam Browser/g)).toHaveLength(2)
  expect(screen.text()).toContain('用考试组织者发放的配置打开考试')
  const offered = [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label')).filter(Boolean)
  expect(offered).toEqual(['下载本场考试的配置：消防考试'])
})
