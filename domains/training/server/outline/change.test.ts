import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectCenter } from '../../contract/menus.ts'
import { projectProgress } from '../../contract/progress.ts'
import { project } from '../../contract/project.ts'
import { projectSession } from '../../contract/session.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { projectStages as stages, projectTasks as tasks } from '../../contract/stage-task.ts'
import { trainingModule } from '../index.ts'
import { draftProject, material, someCourse, type TaskWish } from '../outline-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([trainingModule])
})
afterAll(() => world.close())

const titlesOf = ({ stages: all }: { stages: readonly { title: string; tasks: readonly { title: string }[] }[] }) =>
  all.map(({ title, tasks: list }) => [title, ...list.map((task) => task.title)])

test('stages and tasks move to where they are put, each change counts the outline up, and slots stay', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲', '乙'], ['丙']])
  const [[a = '', b = ''] = [], [c = ''] = []] = taskIds
  const [first = '', second = ''] = stageIds
  const before = await as.get(tasks.list, { projectId })
  await as.get(tasks.move, { projectId, taskId: c, stageId: first, beforeId: b })
  await as.get(stages.move, { projectId, id: second, beforeId: first })
  const { outlineVersion } = await as.get(tasks.createList, {
    projectId,
    stageId: second,
    tasks: [material('丁'), material('戊')],
  })
  expect(outlineVersion).toBe(before.outlineVersion + 3)
  const after = await as.get(tasks.list, { projectId })
  expect(titlesOf(after)).toEqual([
    ['第 2 阶段', '丁', '戊'],
    ['第 1 阶段', '甲', '丙', '乙'],
  ])
  const slots = new Map(after.stages.flatMap((stage) => stage.tasks).map(({ id, slot }) => [id, slot]))
  for (const { id, slot } of before.stages.flatMap((stage) => stage.tasks)) expect(slots.get(id)).toBe(slot)
  expect(new Set(slots.values()).size).toBe(5)
  expect(await as.call(tasks.move, { projectId, taskId: a, stageId: first, outlineVersion: 1 })).toMatchObject({ code: 1007 })
})

test('a removed task leaves a hole, what waited for it waits no longer, and its stage can go', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲'], ['乙']])
  const [[a = ''] = [], [b = ''] = []] = taskIds
  await as.get(tasks.unlockModel, { projectId, nodes: [{ id: b, conditions: [{ kind: 'passed', taskId: a }] }] })
  expect(await as.call(stages.delete, { projectId, id: stageIds[0] ?? '' })).toMatchObject({ code: 3213, data: { taskCount: 1 } })
  await as.get(stages.delete, { projectId, id: stageIds[0] ?? '', withTasks: true })
  const left = await as.get(tasks.list, { projectId })
  expect(left.stages).toMatchObject([{ tasks: [{ id: b, conditions: [], slot: 2 }] }])
  const { taskIds: added } = await as.get(tasks.createList, { projectId, stageId: stageIds[1] ?? '', tasks: [material('丙')] })
  const { tasks: found } = await as.get(tasks.getTasks, { projectId, taskIds: added })
  expect(found).toMatchObject([{ slot: 3 }])
  const [kept] = await world.rows<{ gone: boolean }>('select removed_at is not null as gone from training.task where id = $1', [
    a,
  ])
  expect(kept).toEqual({ gone: true })
})

test('conditions that wait for each other are refused with the titles, and nothing of it is kept', async () => {
  const actor = await world.actor()
  const { as, projectId, taskIds } = await draftProject(world, actor, [['甲', '乙']])
  const [[a = '', b = ''] = []] = taskIds
  const waits = (taskId: string) => [{ kind: 'passed' as const, taskId }]
  const nodes = [
    { id: a, conditions: waits(b) },
    { id: b, conditions: waits(a) },
  ]
  const refused = { code: 3211, message: expect.stringContaining('“甲” → “乙”') }
  expect(await as.call(tasks.unlockModel, { projectId, nodes })).toMatchObject(refused)
  await as.get(tasks.unlockModel, { projectId, nodes: [{ id: a, conditions: waits(b) }] })
  expect(await as.call(tasks.unlockModel, { projectId, unlockOrder: 'tasks' })).toMatchObject({ code: 3211 })
  expect(await as.get(stages.list, { projectId })).toMatchObject({ unlockOrder: 'free' })
})

test('a condition on a task of elsewhere is refused, by whichever call it comes, as is one for a stage or task of elsewhere', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲']])
  const other = await draftProject(world, actor, [['丁']])
  const [[a = ''] = []] = taskIds
  const [[d = ''] = []] = other.taskIds
  const conditions = [{ kind: 'passed' as const, taskId: d }]
  const [stageId = ''] = stageIds
  const refused = (title: string) => ({ code: 3218, message: `“${title}”的解锁条件所选的任务不在项目中，请重新选择` })
  expect(await as.call(tasks.unlockModel, { projectId, nodes: [{ id: a, conditions }] })).toMatchObject(refused('甲'))
  expect(await as.call(stages.modify, { projectId, id: stageId, conditions })).toMatchObject(refused('第 1 阶段'))
  const created = { projectId, stageId, tasks: [{ ...material('乙'), conditions }] }
  expect(await as.call(tasks.createList, created)).toMatchObject(refused('乙'))
  expect(await as.call(tasks.unlockModel, { projectId, nodes: [{ id: d, conditions: [] }] })).toMatchObject({ code: 3218 })
  expect(await as.get(tasks.list, { projectId })).toMatchObject({ stages: [{ conditions: [], tasks: [{ conditions: [] }] }] })
})

test('what cannot be used is refused, all tasks or none', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲']])
  const [stageId = ''] = stageIds
  const create = (...list: TaskWish[]) => as.call(tasks.createList, { projectId, stageId, tasks: list })
  const foreign = await someCourse(world, await world.company())
  expect(await create(material('好'), { kind: 'course', targetId: foreign.courseId })).toMatchObject({ code: 3210 })
  expect(await create({ kind: 'course' })).toMatchObject({ code: 3210 })
  expect(await create({ kind: 'material', title: '空' })).toMatchObject({ code: 3210 })
  expect(await create({ kind: 'session', title: '面授' })).toMatchObject({ code: 3210 })
  const backwards = { place: '一号会议室', beginTime: '2027-01-02T10:00:00Z', endTime: '2027-01-02T09:00:00Z' }
  expect(await create({ kind: 'session', title: '面授', session: backwards })).toMatchObject({ code: 3210 })
  const [[a = ''] = []] = taskIds
  expect(await create({ ...material('补'), makesUpTaskId: crypto.randomUUID() })).toMatchObject({ code: 3210 })
  const { code, data } = await create({ ...material('补'), makesUpTaskId: a })
  expect([code, data]).toEqual([0, expect.objectContaining({ taskIds: [expect.any(String)] })])
  const window = { opensTime: '2027-01-02T00:00:00Z', endsTime: '2027-01-01T00:00:00Z' }
  expect(await as.call(stages.modify, { projectId, id: stageId, ...window })).toMatchObject({ code: 3216 })
  const { tasks: all } = await as.get(tasks.getTasks, { projectId })
  expect(all.map(({ title, isForChosen }) => [title, isForChosen])).toEqual([
    ['甲', false],
    ['补', true],
  ])
})

test('only who manages what a task leads to puts it into a project or copies one with it; what stands there stays', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const { courseId } = await someCourse(world, companyId)
  const { as, projectId, stageIds } = await draftProject(world, actor, [[]])
  const [stageId = ''] = stageIds
  const { rights } = projectCenter
  const some = [rights.view, rights.add, rights.edit]
  const author = world.as(await world.actor({ companyId, isAdmin: false, rights: some, menus: [projectCenter] }))
  const refused = { code: 3210, message: expect.stringContaining('您没有管理课程的权限') }
  expect(await author.call(tasks.addCourses, { projectId, stageId, courseIds: [courseId] })).toMatchObject(refused)
  const { taskIds } = await as.get(tasks.addCourses, { projectId, stageId, courseIds: [courseId, courseId] })
  expect(taskIds).toHaveLength(1)
  expect(await as.get(tasks.addCourses, { projectId, stageId, courseIds: [courseId] })).toMatchObject({ taskIds: [] })
  await author.get(tasks.modify, { projectId, taskId: taskIds[0] ?? '', targetId: courseId, title: '必修课程' })
  // A task's own title is not what it leads to is called.
  const led = (await as.get(tasks.list, { projectId })).stages.flatMap((one) => one.tasks).find(({ id }) => id === taskIds[0])
  expect(led).toMatchObject({ title: '必修课程', targetName: expect.stringMatching(/^(?!必修课程$).+/) })
  expect(await author.call(project.copy, { id: projectId })).toMatchObject({ code: 3215 })
  await as.get(project.copy, { id: projectId })
})

test('a change of a running project asks for everybody anew, once; an ended one is fixed', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds } = await draftProject(world, actor, [['甲']])
  const [stageId = ''] = stageIds
  const asked = async () => {
    const found = await world.rows(
      `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'training.derive' and j.payload->'payload'->>'projectId' = $1`,
      [projectId],
    )
    return found.length
  }
  expect(await asked()).toBe(0)
  await as.get(project.upShelf, { id: projectId })
  await as.get(tasks.createList, { projectId, stageId, tasks: [material('乙')] })
  await as.get(tasks.createList, { projectId, stageId, tasks: [material('丙')] })
  expect(await asked()).toBe(1)
  await as.get(project.end, { id: projectId })
  expect(await as.call(tasks.createList, { projectId, stageId, tasks: [material('丁')] })).toMatchObject({ code: 3208 })
  expect(await as.get(tasks.list, { projectId })).toMatchObject({ isFixed: true })
})

test('whoever makes more required is asked about those who completed: they stay complete, or owe it', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲']])
  const [stageId = ''] = stageIds
  const [[a = ''] = []] = taskIds
  const staffIds = await arrangePeople(world, actor.companyId, [{ name: '甲一' }, { name: '乙二' }])
  const [done = '', late = ''] = staffIds
  await as.get(projectStaff.create, { projectId, staffIds })
  await as.get(project.upShelf, { id: projectId })
  await world.runJobs()
  const add = (more: object = {}) => as.call(tasks.createList, { projectId, stageId, tasks: [material('乙')], ...more })
  const exempt = (staffId: string, taskId: string) =>
    as.get(projectSettling.exempt, { projectId, taskId, staffIds: [staffId], reason: '已掌握' })
  const standing = async (staffId: string) => {
    await world.runJobs()
    const { percent, completedAt } = await as.get(projectProgress.person, { projectId, staffId })
    return [percent, completedAt !== null]
  }
  // Nobody has completed it: nobody is asked.
  await as.get(tasks.createList, { projectId, stageId, tasks: [{ ...material('选修'), isRequired: false }] })
  await exempt(done, a)
  expect(await add()).toMatchObject({ code: 3217 })
  expect(await add({ tasks: [{ ...material('也选修'), isRequired: false }] })).toMatchObject({ code: 0 })
  const { data } = await add({ forCompleted: 'keep' })
  const [b = ''] = data.taskIds
  expect(await standing(done)).toEqual([100, true])
  expect(await standing(late)).toEqual([0, false])
  await exempt(late, a)
  expect(await standing(late)).toEqual([50, false])
  // What says nothing new of what is owed asks nobody; another wish of it does.
  expect(await as.call(tasks.modify, { projectId, taskId: b, title: '乙，改名' })).toMatchObject({ code: 0 })
  expect(await as.call(tasks.modify, { projectId, taskId: b, title: '乙', rule: { seconds: 60 } })).toMatchObject({ code: 3217 })
  expect(await standing(done)).toEqual([100, true])
  await as.get(tasks.modify, { projectId, taskId: b, title: '乙', rule: { seconds: 60 }, forCompleted: 'owe' })
  expect(await standing(done)).toEqual([50, false])
  await exempt(done, b)
  expect(await standing(done)).toEqual([100, true])
})

test('whose completion is taken back owes also what they had been spared', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲']])
  const [[a = ''] = []] = taskIds
  const [staffId = ''] = await arrangePeople(world, actor.companyId, [{ name: '甲一' }])
  await as.get(projectStaff.create, { projectId, staffIds: [staffId] })
  await as.get(project.upShelf, { id: projectId })
  await world.runJobs()
  const settled = { projectId, taskId: a, staffIds: [staffId], reason: '已掌握' }
  await as.get(projectSettling.exempt, settled)
  await as.get(tasks.createList, { projectId, stageId: stageIds[0] ?? '', tasks: [material('乙')], forCompleted: 'keep' })
  await world.runJobs()
  const percent = async () => (await as.get(projectProgress.person, { projectId, staffId })).percent
  expect(await percent()).toBe(100)
  await as.get(projectSettling.unexempt, settled)
  expect(await percent()).toBe(0)
  await as.get(projectSettling.exempt, settled)
  expect(await percent()).toBe(50)
})

test('other companies find nothing', async () => {
  const actor = await world.actor()
  const { projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲']])
  const stranger = world.as(await world.actor())
  const nothing = { code: 1008 }
  expect(await stranger.call(tasks.list, { projectId })).toMatchObject(nothing)
  expect(await stranger.call(tasks.remove, { projectId, taskIds: taskIds[0] ?? [] })).toMatchObject(nothing)
  expect(await stranger.call(stages.delete, { projectId, id: stageIds[0] ?? '', withTasks: true })).toMatchObject(nothing)
  expect(await stranger.call(project.upShelf, { id: projectId })).toMatchObject(nothing)
})

test('what a change of a task or a session does not name stays', async () => {
  const actor = await world.actor()
  const { as, projectId, stageIds, taskIds } = await draftProject(world, actor, [['甲', '乙']])
  const [[a = '', b = ''] = []] = taskIds
  const session = { place: '一楼', beginTime: '2099-01-01T08:00:00.000Z', endTime: '2099-01-01T10:00:00.000Z' }
  const more = { places: 20, lecturer: '张老师', opensBeforeMinutes: 5, lateAfterMinutes: 7 }
  const wish = { kind: 'session' as const, title: '面授', session: { ...session, ...more } }
  const { taskIds: made } = await as.get(tasks.createList, { projectId, stageId: stageIds[0] ?? '', tasks: [wish] })
  const [taught = ''] = made
  const facts = { isRequired: false, weight: 3, dueAfterDays: 9, conditions: [{ kind: 'passed' as const, taskId: a }] }
  await as.get(tasks.modify, { projectId, taskId: b, ...facts, dueTime: '2099-02-01T00:00:00.000Z', makesUpTaskId: a })
  await as.get(tasks.modify, { projectId, taskId: b, title: '乙（改）' })
  const shown = async (taskId: string) => (await as.get(tasks.getTasks, { projectId, taskIds: [taskId] })).tasks[0]
  const kept = { ...facts, title: '乙（改）', dueTime: '2099-02-01T00:00:00.000Z', isForChosen: true, makesUpTaskId: a }
  expect(await shown(b)).toMatchObject(kept)
  await as.get(tasks.modify, { projectId, taskId: b, weight: 4 })
  expect(await shown(b)).toMatchObject({ ...kept, weight: 4 })
  await as.get(tasks.modify, { projectId, taskId: b, makesUpTaskId: null, dueTime: null, conditions: [] })
  expect(await shown(b)).toMatchObject({ makesUpTaskId: null, dueTime: null, conditions: [], dueAfterDays: 9 })
  await as.get(tasks.modify, { projectId, taskId: taught, session: { ...session, place: '二楼' } })
  expect(await shown(taught)).toMatchObject({ title: '面授', session: { ...session, ...more, place: '二楼' } })
  const { version } = await as.get(projectSession.get, { task: taught })
  await as.get(projectSession.save, { task: taught, version, ...session, places: null })
  expect(await shown(taught)).toMatchObject({ session: { ...session, ...more, places: null } })
})
