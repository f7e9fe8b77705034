import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectLearn } from '../contract/learn.ts'
import type { MyProject, ProjectPage, ProjectTaskShown } from '../contract/learn-shapes.ts'
import { type OwnSession, ownSession } from '../contract/session.ts'
import TrainingsPage from './home.page.tsx'
import ProjectLearnPage from './project.page.tsx'
import SignInPage from './sign.page.tsx'
import TrainingTaskPage from './task.page.tsx'

let screen: Screen | undefined
const visited: string[] = []
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  screen?.close()
  screen = undefined
  visited.length = 0
  vi.restoreAllMocks()
})
const go = (path: string) => void visited.push(path)
const press = (selector: string) => act(async () => document.querySelector<HTMLButtonElement>(selector)?.click())
const page = { go, start: () => undefined }

const task: ProjectTaskShown = {
  ...{ id: 't1', title: '入职考试', kind: 'exam', kindLabel: '考试', isRequired: true, state: 0, isExempted: false },
  ...{ score: null, needs: '通过考试', makesUpFor: null, dueAt: '2026-11-20T10:00:00Z', isOverdue: true },
  ...{ isOpen: true, locks: [], opensAt: null, session: null },
}
const locked: ProjectTaskShown = {
  ...{ ...task, id: 't2', title: '消防演练', kind: 'session', kindLabel: '线下课', needs: '到场签到', dueAt: null },
  ...{ isOverdue: false, isOpen: false, locks: [{ words: '需先完成“入职考试”', taskId: 't1' }] },
  session: { place: '一号培训室', beginTime: '2026-12-01T01:00:00Z', endTime: '2026-12-01T03:00:00Z', attendance: null },
}
const project: ProjectPage = {
  ...{ projectId: 'p', name: '新员工培训', information: '', coverUrl: null, status: 1, beginAt: null, endAt: null },
  ...{ enrolledAt: '2026-11-01T00:00:00Z', completedAt: null, percent: 40, nextTaskId: 't1' },
  stages: [
    {
      ...{ id: 's', title: '第一阶段', descript: '', doneCount: 0, taskCount: 2, from: null, until: null },
      ...{ isOpen: true, locks: [], tasks: [task, locked] },
    },
  ],
}

test('the path says what is next, what is overdue and why something is locked; the big button lets in and remembers the way back', async () => {
  screen = await openScreen(<ProjectLearnPage {...page} id="p" second="" />, '/', [
    [projectLearn.get, project],
    [projectLearn.open, { kind: 'exam', targetId: 'e' }],
  ])
  await screen.sees('需先完成“入职考试”')
  await screen.sees('已逾期')
  await screen.sees('一号培训室')
  expect(document.querySelector<HTMLButtonElement>('[aria-label="开始：消防演练"]')?.disabled).toBe(true)
  await press('.training-big')
  await vi.waitFor(() => expect(visited).toEqual(['/exam/e']))
  expect(sessionStorage.getItem('kaopei.wayBack')).toBe('/training/p')
})

test('an exam that was failed is called so, not under way', async () => {
  const failed = { ...task, state: 1, score: 40 }
  const [stage] = project.stages
  screen = await openScreen(<ProjectLearnPage {...page} id="p" second="" />, '/', [
    [projectLearn.get, { ...project, stages: stage ? [{ ...stage, tasks: [failed, locked] }] : [] }],
  ])
  await screen.sees('未通过')
  await screen.sees('考试 · 通过考试 · 40 分')
})

test('an ended project can be read, and nothing in it be begun', async () => {
  screen = await openScreen(<ProjectLearnPage {...page} id="p" second="" />, '/', [
    [projectLearn.get, { ...project, status: 3, nextTaskId: null, beginAt: '2026-11-02T00:00:00Z' }],
  ])
  await screen.sees('项目开始 2026-11-02')
  await screen.sees('任务不能再进行，学习记录已保留')
  expect(document.querySelector('.training-big')).toBeNull()
  expect(document.querySelector<HTMLButtonElement>('[aria-label="开始：入职考试"]')?.disabled).toBe(true)
})

const mine: MyProject = {
  ...{ projectId: 'p', name: '新员工培训', coverUrl: null, status: 1, percent: 40, enrolledAt: '2026-11-01T00:00:00Z' },
  ...{ beginAt: null, endAt: null, begunAt: null, completedAt: null, nextTaskId: 't1', nextTaskTitle: '入职考试' },
  ...{ nextKindLabel: '考试', nextDueAt: '2026-11-20T10:00:00Z', isOverdue: true },
}

test('the list says how far each training is and what comes next', async () => {
  screen = await openScreen(<TrainingsPage {...page} id="" second="" />, '/', [
    [projectLearn.mine, { dataList: [{ ...mine, beginAt: '2026-12-24T00:00:00Z' }], totalCount: 1 }],
  ])
  await screen.sees('项目开始 2026-12-24')
  await screen.sees('下一步：考试 · 入职考试')
  await screen.sees('已逾期：2026-11-20')
  await press('.learn-card')
  expect(visited).toEqual(['/training/p'])
})

test('a material says what is still missing, and opens its files in a page of their own', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const material = { ...task, id: 'm', title: '安全手册', kind: 'material', kindLabel: '资料' }
  const stage = project.stages.map((one) => ({ ...one, tasks: [material] }))
  screen = await openScreen(<TrainingTaskPage {...page} id="p" second="m" />, '/', [
    [projectLearn.get, { ...project, stages: stage }],
    [
      projectLearn.openMaterial,
      {
        ...{ title: '安全手册', html: '', secondsLeft: 0, isRead: true, isComplete: false, links: [] },
        files: [{ fileId: 'f', name: '手册.pdf', isOpened: false }],
      },
    ],
    [projectLearn.openFile, { url: '/files/x', isComplete: true }],
  ])
  await screen.sees('完成还需：打开全部文件')
  await press('[aria-label="打开手册.pdf"]')
  await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('/files/x', '_blank', 'noopener,noreferrer'))
})

const session: OwnSession = {
  ...{
    taskId: 't2',
    projectId: 'p',
    title: '消防演练',
    place: '一号培训室',
    places: 30,
    instructorId: null,
    lecturer: '',
    placesLeft: 4,
  },
  ...{ beginTime: '2026-12-01T01:00:00Z', endTime: '2026-12-01T03:00:00Z', opensBeforeMinutes: 30, lateAfterMinutes: 0 },
  ...{ heldTime: null, attendance: null, signedAt: null, reason: '', mayBook: true, mayCancel: false, mayLeave: true },
}

test('whoever scans the code is told that they are there, once, from one device', async () => {
  history.replaceState(null, '', '/candidate/training/sign/t2?t=code')
  screen = await openScreen(<SignInPage {...page} id="t2" second="" />, '/', [
    [ownSession.signIn, { ...session, attendance: 3, signedAt: '2026-12-01T01:05:00Z' }],
  ])
  await screen.sees('签到成功（迟到）')
  const device = localStorage.getItem('kaopei.signInDevice')
  expect(device).toMatch(/^[0-9a-f]{48}$/)
  expect(screen.sent.filter(({ path }) => path === ownSession.signIn.facts.path)).toHaveLength(1)
})

test('a refused code says why; without one the screen in the room has to be scanned again', async () => {
  history.replaceState(null, '', '/candidate/training/sign/t2')
  screen = await openScreen(<SignInPage {...page} id="t2" second="" />, '/', [])
  await screen.sees('请重新扫描会场屏幕上的二维码签到')
  screen.close()
  history.replaceState(null, '', '/candidate/training/sign/t2?t=old')
  // What nothing answers is refused.
  screen = await openScreen(<SignInPage {...page} id="t2" second="" />, '/', [])
  await screen.sees('没有签到成功')
  expect(document.querySelector('[role="alert"]')).not.toBeNull()
})
