/** A training project on a phone: a live group, a failed exam and its make-up, a code on the screen of the room, and somebody who joins late. */
import { projectGroups } from '@kaopei/training/contract/groups'
import { project } from '@kaopei/training/contract/project'
import { projectSession } from '@kaopei/training/contract/session'
import { projectSettling } from '@kaopei/training/contract/staff'
import { projectStages, projectTasks } from '@kaopei/training/contract/stage-task'
import { group } from '@kaopei/usergroup/contract/group'
import { groupMember } from '@kaopei/usergroup/contract/member'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test, vi } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { drawn } from '../drawn-picture.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { readQr } from '../read-qr.ts'
import { administrator } from './api.ts'
import { beginFromNotice, handIn } from './candidate.ts'
import { learner, staffIdOf } from './course-desk.ts'
import { pictureOnFailure } from './sitting-desk.ts'
import { openExam, usualQuestions } from './sitting-exam.ts'

const stamp = Date.now().toString().slice(-9)
const name = `新员工培训 ${stamp}`
const [first, second] = [1, 2]
const minuteMs = 60_000
let admin: DemoClient
beforeAll(async () => {
  admin = await administrator()
})
afterAll(() => dismissVisitors())

test('somebody goes the whole way of a project, fails once, makes up for it and is seen in the room', async () => {
  pictureOnFailure(onTestFailed)
  const made = await makeProject()
  const { page, problems } = await learner(first, { width: 390 })
  await openProject(page)
  await page.getByText('需先完成“安全须知”').first().waitFor()
  await page.getByRole('button', { name: '开始', exact: true }).click()
  await page.getByRole('button', { name: '我已读完' }).click()
  await page.getByText('已读完').waitFor()
  await page.getByRole('button', { name: '返回培训' }).click()
  await sit(page, '入职考试', '乙')
  await makeUp(made)
  await untilSeen(page, '补修：入职考试')
  await sit(page, '补考', '甲')
  await untilOpen(page, '消防演练')
  await signInByCode(page, made.sessionId)
  await page.getByRole('button', { name: '查看培训项目' }).click()
  await page.getByText('已完成全部必修任务。').waitFor()
  await joinLate(made)
  expect(problems).toEqual([])
})

interface Made {
  readonly projectId: string
  readonly stageId: string
  readonly groupId: string
  readonly examTaskId: string
  readonly sessionId: string
}

const onlyChoices = { contents: (of: string) => usualQuestions(of).slice(0, 4), settings: { passScore: 20 } }

/** On the shelf, for a group whose people are followed; its first is the one who learns here. */
async function makeProject(): Promise<Made> {
  const exam = await openExam('入职考试', second, onlyChoices)
  const staffIds = [await staffIdOf(admin, accountOf('考生', first).account)]
  const { id: groupId } = await admin.call(group.createStaffGroup, { name: `新员工 ${stamp}`, selection: { staffIds } })
  const { id: projectId } = await admin.call(project.create, { name })
  const { id: stageId } = await admin.call(projectStages.create, { projectId, title: '入职第一周' })
  const { taskIds } = await admin.call(projectTasks.createList, {
    projectId,
    stageId,
    tasks: [
      { kind: 'material', title: '安全须知', content: { html: '<p>先断电，后施救。</p>' }, rule: { seconds: 1 } },
      { kind: 'exam', title: '入职考试', targetId: exam.examId },
      { kind: 'session', title: '消防演练', session: sessionNow() },
    ],
  })
  await admin.call(projectTasks.unlockModel, { projectId, unlockOrder: 'tasks' })
  await admin.call(projectGroups.associate, { projectId, groupIds: [groupId], mode: 2 })
  await admin.call(project.upShelf, { id: projectId })
  return { projectId, stageId, groupId, examTaskId: taskIds[1] ?? '', sessionId: taskIds[2] ?? '' }
}

/** Under way since a minute; nobody is late within the hour. */
const sessionNow = () => ({
  place: '一号培训室',
  beginTime: new Date(Date.now() - minuteMs).toISOString(),
  endTime: new Date(Date.now() + 120 * minuteMs).toISOString(),
  lateAfterMinutes: 60,
})

async function openProject(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '培训' }).click()
  await untilSeen(page, name)
  await page.getByRole('button', { name: new RegExp(name) }).click()
}

/** What a job brings a moment later. */
async function untilSeen(page: Page, text: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(text).first().waitFor({ timeout: 1500 })
    },
    { timeout: 60_000, interval: 250 },
  )
}

/** What was waited for has come out, and the task behind it is open. */
async function untilOpen(page: Page, title: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.reload()
      const button = page.getByRole('button', { name: `开始：${title}` })
      await button.waitFor({ timeout: 5000 })
      expect(await button.isEnabled()).toBe(true)
    },
    { timeout: 60_000, interval: 250 },
  )
}

/** The task that leads to an exam, every question answered with this option, and back. */
async function sit(page: Page, title: string, option: string): Promise<void> {
  await untilOpen(page, title)
  await page.getByRole('button', { name: `开始：${title}` }).click()
  await beginFromNotice(page)
  for (const number of [1, 2, 3, 4]) {
    if (number > 1) await page.getByRole('button', { name: '下一题' }).click()
    await page
      .getByRole('group', { name: `第 ${number} 题选项` })
      .getByText(option, { exact: true })
      .click()
  }
  await handIn(page)
  await page.getByText('交卷方式').waitFor()
  await page.getByRole('button', { name: '返回培训' }).click()
}

/** A second exam for this person alone: the better of both counts. */
async function makeUp({ projectId, stageId, examTaskId, sessionId }: Made): Promise<void> {
  const { examId } = await openExam('补考', second, onlyChoices)
  const { taskIds } = await admin.call(projectTasks.createList, {
    projectId,
    stageId,
    tasks: [{ kind: 'exam', title: '补考', targetId: examId, isForChosen: true, makesUpTaskId: examTaskId }],
    beforeId: sessionId,
  })
  await admin.call(projectSettling.choose, {
    ...{ projectId, taskId: taskIds[0] ?? '', reason: '首次考试未通过' },
    staffIds: [await staffIdOf(admin, accountOf('考生', first).account)],
  })
}

/** The code as it stands on the screen of the room, read by the eyes of a phone. */
async function signInByCode(page: Page, sessionId: string): Promise<void> {
  const room = await newVisitor()
  await logInToConsole(room.page, accountOf('企业管理员'))
  await room.page.goto(`${inject('baseUrl')}/projectSignIn?task=${sessionId}`)
  const code = room.page.getByRole('region', { name: '签到二维码' }).locator('svg')
  await code.waitFor()
  const { text } = readQr(await drawn(room.page, await code.screenshot()))
  const { pathname, search } = new URL(text)
  await page.goto(`${inject('baseUrl')}${pathname}${search}`)
  await page.getByText('签到成功', { exact: true }).waitFor()
  await room.page.getByText('已签到 1 人').waitFor()
  expect(room.problems).toEqual([])
  await room.context.close()
}

/** Whoever comes into the group comes into the project, with days of their own; who was not in the room is absent. */
async function joinLate({ groupId, sessionId }: Made): Promise<void> {
  const staffIds = [await staffIdOf(admin, accountOf('考生', second).account)]
  await admin.call(groupMember.addStaffGroupMember, { id: groupId, selection: { staffIds } })
  const { page, problems } = await learner(second)
  await openProject(page)
  await page.getByText('需先完成“安全须知”').first().waitFor()
  const closed = await admin.call(projectSession.close, { task: sessionId })
  expect(closed.counts).toMatchObject({ expected: 2, present: 1, absent: 1 })
  expect(problems).toEqual([])
}
