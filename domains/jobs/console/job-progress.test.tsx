import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { download } from '../contract/download.ts'
import { JobProgress } from './job-progress.tsx'

let screen: Screen
afterEach(() => screen.close())

const at = '2026-11-27T08:00:00.000Z'
const row = {
  ...{
    id: 'a',
    kind: 'practiceResults',
    title: '消防练习-练习结果',
    conditions: {},
    state: 2,
    doneCount: 3,
    totalCount: 3,
    message: '',
  },
  ...{ result: null, fileName: '练习结果.xlsx', fileSizeBytes: 9, hasFile: true, isWithheld: false, requestedById: 's' },
  ...{
    requestedByName: '张三',
    requestedAt: at,
    startedAt: at,
    finishedAt: at,
    expiresAt: at,
    isOwn: true,
    canExportAgain: false,
  },
}
const words = '含多个工作表，只能用 Excel 格式'

test.each([true, false])('an export of several sheets says why there is no other format (%s)', async (hasSeveralSheets) => {
  screen = await openScreen(<JobProgress jobId="a" />, '/', [[download.get, { ...row, hasSeveralSheets }]])
  await screen.sees('下载')
  expect(screen.text().includes(words)).toBe(hasSeveralSheets)
})

test('work under way has one bar, and beside it how far it is in words', async () => {
  const running = { ...row, state: 1, doneCount: 13, totalCount: 53, hasFile: false, finishedAt: null, hasSeveralSheets: false }
  screen = await openScreen(<JobProgress jobId="a" />, '/', [[download.get, running]])
  await screen.sees('进行中，13/53')
  expect(document.querySelectorAll('[role=progressbar]')).toHaveLength(1)
})
