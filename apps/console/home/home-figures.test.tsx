import { courseManager } from '@kaopei/course/contract/menus'
import { courseTotals } from '@kaopei/course/contract/totals'
import { projectTotals } from '@kaopei/training/contract/totals'
import { access } from '@kaopei/web/client'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { HomeFigures } from './home-figures.tsx'

let screen: Screen
afterEach(() => screen.close())

test('the home page counts courses, who learns today, and the tasks of projects', async () => {
  screen = await openScreen(<HomeFigures />, '/home', [
    [courseTotals.total, { courseCount: 12, shelvedCount: 9 }],
    [courseTotals.todayCount, { learnerCount: 34 }],
    [projectTotals.taskCount, { projectCount: 2, taskCount: 7 }],
  ])
  await screen.sees('课程12门今日 34 人学习')
  await screen.sees('培训任务7项来自 2 个进行中的项目')
})

test('whoever keeps courses without seeing the learners is told what is on the shelf, and nothing of projects', async () => {
  screen = await openScreen(<HomeFigures />, '/home', [[courseTotals.total, { courseCount: 12, shelvedCount: 9 }]])
  await act(async () => access.set({ isAdmin: false, rights: new Set([courseManager.rights.view.code]) }))
  await screen.sees('课程12门9 门已上架')
  expect(screen.text()).not.toContain('培训任务')
})
