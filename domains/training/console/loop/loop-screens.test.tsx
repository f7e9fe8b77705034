import { bank } from '@kaopei/question/contract/bank'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { loop } from '../../contract/loop.ts'
import { project } from '../../contract/project.ts'
import { loopPath } from '../paths.ts'
import ProjectEffect from './project-effect.page.tsx'
import ProjectLoop from './project-loop.page.tsx'

const at = '2026-11-22T08:00:00.000Z'
const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [examId, pointId, courseId, projectId] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const point = { id: pointId, name: '动火作业', itemCount: 5, peopleCount: 120, percent: 48.2, isSmallSample: false }
const person = { staffId: idOf(9), name: '张明', jobNumber: '007', department: '研发部', percent: 20, score: 10, maxScore: 50 }
const seed = 'a'.repeat(32)
const proposal = {
  ...{ seed, examName: '安全考试', peopleCount: 40, missing: ['没有已上架的课程讲到“用电安全”'] },
  points: [{ ...point, courseCount: 1, practiceCount: 14, paperCount: 5 }],
  courses: [{ id: courseId, name: '动火安全', pointNames: ['动火作业'], coursewareNames: ['动火课件'], refusal: null }],
  practice: { wrongCount: 4, otherCount: 10, refusal: null },
  paper: { questionCount: 5, sumScore: 0, isFeasible: false, cells: [], shortages: ['动火作业：还缺 2 道'], refusal: null },
}

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })
let screen: Screen
afterEach(() => screen.close())

const answers = [
  [loop.exams, { dataList: [{ id: examId, name: '安全考试', closeTime: at, resultCount: 120 }], totalCount: 64 }],
  [loop.weakPoints, { examName: '安全考试', peopleCount: 120, itemCount: 8, unlinkedItemCount: 1, points: [point] }],
  [loop.people, { dataList: [person], totalCount: 1 }],
  [loop.propose, proposal],
  [loop.create, { projectId, practiceId: idOf(5), examId: null }],
  [bank.list, { dataList: [], totalCount: 0 }],
] as const

test('three steps lead from an exam’s weak points to a draft, and say what is missing', async () => {
  screen = await openScreen(<ProjectLoop />, `/projectLoop?exam=${examId}`, answers)
  await screen.sees('动火作业')
  await screen.sees('有 1 道试题没有标注知识点')
  await screen.sees('列出前 1 场，另有 63 场，请输入名称查找')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择动火作业"]')?.click())
  await screen.click('下一步')
  await screen.sees('张明')
  await screen.click('下一步')
  await screen.sees('没有已上架的课程讲到“用电安全”')
  await screen.sees('动火作业：还缺 2 道')
  await screen.click('生成培训项目')
  const sent = screen.sent.find(({ path }) => path === loop.create.facts.path)?.body
  expect(sent).toEqual({
    ...{ examId, knowledgeIds: [pointId], people: { belowPercent: 60 }, isWholePaper: false, bankIds: [], seed },
    ...{ name: '安全考试-补强培训', courseIds: [courseId], hasPractice: true, exam: null },
  })
})

test('of points that were chosen on the map those are chosen that the exam has', async () => {
  const path = loopPath(examId, [pointId, idOf(8)])
  screen = await openScreen(<ProjectLoop />, path, answers)
  await screen.sees('带来 2 个知识点')
  await vi.waitFor(() => expect(document.querySelector<HTMLInputElement>('[aria-label="选择动火作业"]')?.checked).toBe(true))
  await screen.click('下一步')
  await screen.sees('张明')
  const asked = screen.sent.find(({ path: called }) => called === loop.people.facts.path)
  expect(JSON.stringify(asked)).toContain(pointId)
  expect(JSON.stringify(asked)).not.toContain(idOf(8))
})

const none = { difference: null, low: null, high: null, way: null }
const few = { n: 12, before: null, after: null, ...none }
const many = { n: 120, before: 48.2, after: 70.5, difference: 22.3, low: 18.1, high: 26.5, way: 't' }

test('the effect is told by point with its interval, and nothing is claimed of few people', async () => {
  const detail = {
    ...{ id: projectId, projectId, version: 1, name: '动火补强', categoryId: null, categoryName: null, status: 1, source: 1 },
    ...{ information: '', coverFileId: null, coverUrl: null, beginTime: null, endTime: null, unlockOrder: 'groups' },
    ...{ notifyJoin: true, notifyBegin: false, notifyEnd: false, sourceExamId: examId, stageCount: 3, taskCount: 3 },
    ...{ learnerCount: 120, creatorName: '张明', createTime: at, updateTime: at, shelfTime: at, endedTime: null },
    ...{ endedByName: null, archiveTime: null },
  }
  const effect = {
    ...{ asOf: at, examName: '安全考试', afterExamName: '检验考试', peopleCount: 120, completedCount: 100 },
    ...{ bothCount: 120, untrainedCount: 0, notes: ['只统计两场考试都有正式成绩的人'] },
    rows: [
      { knowledgeId: pointId, name: '动火作业', trained: many, untrained: few, more: none, verdict: 'better', text: '提高 22.3' },
      { knowledgeId: idOf(7), name: '用电安全', trained: few, untrained: few, more: none, verdict: 'tooFew', text: '不作结论' },
    ],
  }
  screen = await openScreen(<ProjectEffect />, `/projectInfo/projectEffect?id=${projectId}`, [
    [project.get, detail],
    [loop.get, { loop: null }],
    [loop.effect, effect],
  ])
  await screen.sees('+22.3（+18.1 至 +26.5）')
  await screen.sees('样本不足')
  await screen.sees('只统计两场考试都有正式成绩的人')
  expect(document.querySelector('[aria-label^="动火作业的变化"]')).not.toBeNull()
  expect(document.querySelector('[aria-label^="用电安全的变化"]')).toBeNull()
})
