import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { examModule } from '@kaopei/exam/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectStatus, taskProgress } from '../../contract/codes.ts'
import { projectLearn } from '../../contract/learn.ts'
import { projectLearnErrors } from '../../contract/learn-errors.ts'
import { project as projects } from '../../contract/project.ts'
import { ownSession } from '../../contract/session.ts'
import { projectSettling } from '../../contract/staff.ts'
import { trainingModule } from '../index.ts'
import { arrangeTraining, one } from '../sessions/session-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, trainingModule])
})
afterAll(() => world.close())

const start = new Date(Date.now() - 60_000)
const after = (seconds: number) => {
  world.now = () => new Date(start.getTime() + seconds * 1000)
}
const text = { html: '<p>安全须知</p>', files: [], links: [] }

test('a text is read when the server has counted its seconds, files and links when they were opened: then the material is done', async () => {
  after(0)
  const fileId = randomUUID()
  const url = 'https://example.com/rules'
  const content = { html: '<p>须知</p>', files: [{ fileId, name: '手册.pdf' }], links: [{ title: '条例', url }] }
  const { projectId: project, taskIds, learners } = await arrangeTraining(world, { tasks: [{ content, rule: { seconds: 20 } }] })
  const task = one(taskIds)
  const as = world.as(one(learners))
  expect((await as.call(projectLearn.readMaterial, { project, task })).code).toBe(projectLearnErrors.tooSoon.code)
  expect(await as.get(projectLearn.openMaterial, { project, task })).toMatchObject({ secondsLeft: 20, isRead: false })
  after(19)
  expect((await as.call(projectLearn.readMaterial, { project, task })).code).toBe(projectLearnErrors.tooSoon.code)
  after(20)
  expect(await as.get(projectLearn.readMaterial, { project, task })).toEqual({ isComplete: false })
  expect(await as.get(projectLearn.openLink, { project, task, url })).toEqual({ url, isComplete: false })
  expect((await as.call(projectLearn.openLink, { project, task, url: 'https://example.com/' })).code).toBe(
    projectLearnErrors.gone.code,
  )
  expect((await as.call(projectLearn.openFile, { project, task, fileId: randomUUID() })).code).toBe(projectLearnErrors.gone.code)
  const opened = await as.get(projectLearn.openFile, { project, task, fileId })
  expect([opened.isComplete, opened.url.startsWith('/files/')]).toEqual([true, true])
  const page = await as.get(projectLearn.get, { project })
  expect([page.percent, page.nextTaskId, one(one(page.stages).tasks).state]).toEqual([100, null, taskProgress.complete])
  // Again writes nothing more.
  await as.get(projectLearn.openFile, { project, task, fileId })
  const events = await world.rows('select kind from training.task_event where task_id = $1', [task])
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(['begun', 'begun', 'begun', 'begun', 'done'])
})

test('what is locked is shown with its reasons and refused by the server in the same words', async () => {
  after(0)
  const {
    projectId: project,
    taskIds,
    learners,
  } = await arrangeTraining(world, {
    unlockOrder: 'tasks',
    tasks: [
      { title: '安全须知', content: text },
      { title: '操作规程', content: text },
    ],
  })
  const as = world.as(one(learners))
  const page = await as.get(projectLearn.get, { project })
  const [first, second] = one(page.stages).tasks
  expect([first?.isOpen, second?.isOpen, page.nextTaskId]).toEqual([true, false, one(taskIds)])
  expect(second?.locks).toEqual([{ words: '需先完成“安全须知”', taskId: one(taskIds) }])
  const refused = await as.call(projectLearn.openMaterial, { project, task: one(taskIds, 1) })
  expect([refused.code, refused.message]).toEqual([projectLearnErrors.locked.code, '“操作规程”尚未开放：需先完成“安全须知”'])
  await as.get(projectLearn.openMaterial, { project, task: one(taskIds) })
  after(5)
  await as.get(projectLearn.readMaterial, { project, task: one(taskIds) })
  await as.get(projectLearn.openMaterial, { project, task: one(taskIds, 1) })
})

test('a stage that has not opened yet lets nobody in, and says when it does', async () => {
  after(0)
  const opensAt = new Date(start.getTime() + 3_600_000)
  const {
    projectId: project,
    taskIds,
    learners,
  } = await arrangeTraining(world, { stage: { opensAt }, tasks: [{ content: text }] })
  const as = world.as(one(learners))
  const page = await as.get(projectLearn.get, { project })
  expect(one(one(page.stages).tasks)).toMatchObject({ isOpen: false, opensAt: opensAt.toISOString() })
  expect((await as.call(projectLearn.openMaterial, { project, task: one(taskIds) })).code).toBe(projectLearnErrors.locked.code)
  after(3600)
  await as.get(projectLearn.openMaterial, { project, task: one(taskIds) })
})

test('before a project begins nothing in it opens, by any door; what is opened by hand does', async () => {
  after(0)
  const projectBeginAt = new Date(start.getTime() + 3_600_000)
  const session = { beginAt: new Date(start.getTime() + 7_200_000), endAt: new Date(start.getTime() + 9_000_000), places: 5 }
  const tasks = [{ content: text }, { session }, { kind: 'course', targetId: randomUUID() }]
  const { companyId, projectId: project, taskIds, learners, staffIds } = await arrangeTraining(world, { projectBeginAt, tasks })
  const [material = '', held = '', course = ''] = taskIds
  const as = world.as(one(learners))
  const page = await as.get(projectLearn.get, { project })
  expect(page).toMatchObject({ beginAt: projectBeginAt.toISOString(), nextTaskId: null, stages: [{ isOpen: false }] })
  for (const task of one(page.stages).tasks)
    expect(task).toMatchObject({ isOpen: false, opensAt: projectBeginAt.toISOString(), locks: [{ taskId: null }] })
  const locked = projectLearnErrors.locked.code
  expect(await as.call(projectLearn.openMaterial, { project, task: material })).toMatchObject({
    code: locked,
    message: expect.stringContaining('开放'),
  })
  expect(await as.call(projectLearn.open, { project, task: course })).toMatchObject({ code: locked })
  for (const door of [ownSession.open, ownSession.book])
    expect(await as.call(door, { task: held })).toMatchObject({ code: locked })
  const admin = world.as(await world.actor({ companyId }))
  // The beginning moves: what is next opens with it.
  const nextSince = () => world.rows('select next_since from training.enrolment where project_id = $1', [project])
  const { version } = await admin.get(projects.get, { id: project })
  const beginTime = new Date(start.getTime() + 1_800_000).toISOString()
  await admin.get(projects.modify, { id: project, version, beginTime })
  await world.runJobs()
  expect(await nextSince()).toEqual([{ next_since: new Date(beginTime) }])
  expect(await as.call(projectLearn.openMaterial, { project, task: material })).toMatchObject({ code: locked })
  const settled = { projectId: project, taskId: held, staffIds: [one(staffIds)], reason: '提前预约' }
  await admin.get(projectSettling.open, settled)
  await as.get(ownSession.book, { task: held })
  after(1800)
  await as.get(projectLearn.openMaterial, { project, task: material })
})

test('my trainings are found by how far they are', async () => {
  after(0)
  const { projectId, taskIds, learners } = await arrangeTraining(world, {
    tasks: [{ content: text, dueAt: new Date(start.getTime() + 10_000) }],
  })
  const as = world.as(one(learners))
  const only = async () => {
    const found: string[] = []
    for (const state of ['all', 'notBegun', 'underWay', 'overdue', 'complete', 'ended'] as const) {
      const { dataList, totalCount } = await as.get(projectLearn.mine, { only: state })
      expect(dataList).toHaveLength(totalCount)
      if (totalCount > 0) found.push(state)
    }
    return found
  }
  expect(await only()).toEqual(['all', 'notBegun'])
  await as.get(projectLearn.openMaterial, { project: projectId, task: one(taskIds) })
  expect(await only()).toEqual(['all', 'underWay'])
  after(11)
  expect(await only()).toEqual(['all', 'underWay', 'overdue'])
  await as.get(projectLearn.readMaterial, { project: projectId, task: one(taskIds) })
  expect(await only()).toEqual(['all', 'complete'])
  await world.rows('update training.project set status = 3 where id = $1', [projectId])
  expect(await only()).toEqual(['all', 'complete', 'ended'])
})

test('a task for chosen people is there for them alone', async () => {
  after(0)
  const {
    projectId: project,
    taskIds,
    learners,
  } = await arrangeTraining(world, {
    people: 2,
    tasks: [{ content: text }, { title: '补修', content: text, chosen: [1] }],
  })
  const titles = async (index: number) =>
    one((await world.as(one(learners, index)).get(projectLearn.get, { project })).stages).tasks.map(({ title }) => title)
  expect([await titles(0), await titles(1)]).toEqual([['任务1'], ['任务1', '补修']])
  const open = (index: number) =>
    world.as(one(learners, index)).call(projectLearn.openMaterial, { project, task: one(taskIds, 1) })
  expect([(await open(0)).code, (await open(1)).code]).toEqual([projectLearnErrors.gone.code, 0])
})

test('what makes up for a failed task does not wait for it; what comes behind both does', async () => {
  after(0)
  const { projectId: project, learners } = await arrangeTraining(world, {
    unlockOrder: 'tasks',
    tasks: [
      { title: '安全须知', content: text },
      { title: '补修', content: text, chosen: [0], makesUp: 0 },
      { title: '操作规程', content: text },
    ],
  })
  const { stages } = await world.as(one(learners)).get(projectLearn.get, { project })
  expect(one(stages).tasks.map(({ isOpen, makesUpFor }) => [isOpen, makesUpFor])).toEqual([
    [true, null],
    [true, '安全须知'],
    [false, null],
  ])
})

test('drafts are not there, off the shelf everybody goes on, an ended project can be read alone', async () => {
  after(0)
  const arranged = await arrangeTraining(world, { tasks: [{ content: text }], status: projectStatus.draft })
  const { projectId: project, taskIds, learners } = arranged
  const as = world.as(one(learners))
  const open = async () => (await as.call(projectLearn.openMaterial, { project, task: one(taskIds) })).code
  const become = (status: number) => world.rows('update training.project set status = $2 where id = $1', [project, status])
  const listed = async () => (await as.get(projectLearn.mine, {})).dataList.map(({ status }) => status)
  expect([await open(), await listed()]).toEqual([protocolErrors.notFound.code, []])
  expect((await as.call(projectLearn.get, { project })).code).toBe(protocolErrors.notFound.code)
  await become(projectStatus.unshelved)
  expect([await open(), await listed()]).toEqual([0, [projectStatus.unshelved]])
  await become(projectStatus.ended)
  expect([await open(), await listed()]).toEqual([projectLearnErrors.ended.code, [projectStatus.ended]])
  expect((await as.get(projectLearn.get, { project })).nextTaskId).toBeNull()
})

test('strangers, people who were taken out and other companies get nothing of it', async () => {
  after(0)
  const {
    companyId,
    projectId: project,
    taskIds,
    staffIds,
    learners,
  } = await arrangeTraining(world, {
    tasks: [{ content: text }],
  })
  const elsewhere = await arrangeTraining(world, { tasks: [{ content: text }] })
  const task = one(taskIds)
  const codes = async (who: { readonly token: string }) => [
    (await world.as(who).call(projectLearn.get, { project })).code,
    (await world.as(who).call(projectLearn.openMaterial, { project, task })).code,
  ]
  const { notMine } = projectLearnErrors
  expect(await codes(await world.actor({ companyId, isAdmin: false }))).toEqual([notMine.code, notMine.code])
  expect(await codes(one(elsewhere.learners))).toEqual([protocolErrors.notFound.code, protocolErrors.notFound.code])
  await world.rows('update training.enrolment set state = 3 where project_id = $1 and staff_id = $2', [project, one(staffIds)])
  expect(await codes(one(learners))).toEqual([notMine.code, notMine.code])
  expect((await world.as(one(learners)).get(projectLearn.mine, {})).totalCount).toBe(0)
  // A task of another project is none of this one.
  const other = await world.as(one(elsewhere.learners)).call(projectLearn.openMaterial, { project: elsewhere.projectId, task })
  expect(other.code).toBe(projectLearnErrors.gone.code)
})

test('a task is opened in the way of its kind alone', async () => {
  after(0)
  const { projectId: project, taskIds, learners } = await arrangeTraining(world, { tasks: [{ content: text }] })
  const as = world.as(one(learners))
  const task = one(taskIds)
  expect((await as.call(projectLearn.open, { project, task })).code).toBe(projectLearnErrors.notThisKind.code)
  expect((await as.call(ownSession.open, { task })).code).toBe(protocolErrors.notFound.code)
})
