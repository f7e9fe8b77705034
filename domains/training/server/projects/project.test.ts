import { listPlainExams } from '@kaopei/exam/server'
import { arrangeExam } from '@kaopei/exam/testing'
import { databaseNow } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectCategory } from '../../contract/category.ts'
import { projectCenter } from '../../contract/menus.ts'
import { projectNotice } from '../../contract/notice.ts'
import { project } from '../../contract/project.ts'
import { projectStages as stages, projectTasks as tasks } from '../../contract/stage-task.ts'
import { projectTotals } from '../../contract/totals.ts'
import { trainingModule } from '../index.ts'
import { draftProject, someCourse } from '../outline-arrange.ts'
import { endByClock } from './end.sweep.ts'

let world: World
beforeAll(async () => {
  world = await World.open([trainingModule])
})
afterAll(() => world.close())

test('a project goes from draft to archive, and every other call is refused with its state', async () => {
  const actor = await world.actor()
  const { as, projectId: id } = await draftProject(world, actor, [['甲']])
  const refused = { code: 3205 }
  for (const call of [project.offShelf, project.end, project.archive]) expect(await as.call(call, { id })).toMatchObject(refused)
  await as.get(project.upShelf, { id })
  expect(await as.call(project.delete, { id })).toMatchObject({ code: 3207 })
  expect(await as.call(project.upShelf, { id })).toMatchObject({ code: 3205, message: expect.stringContaining('已上架') })
  await as.get(project.offShelf, { id })
  await as.get(project.upShelf, { id })
  await as.get(project.end, { id })
  for (const call of [project.upShelf, project.offShelf, project.end]) expect(await as.call(call, { id })).toMatchObject(refused)
  const { version } = await as.get(project.get, { id })
  expect(await as.call(project.modify, { id, version, name: '改名' })).toMatchObject({ code: 3208 })
  await as.get(project.archive, { id })
  expect(await as.get(project.get, { id })).toMatchObject({ status: 4, archiveTime: expect.any(String), source: 1 })
  const [frozen] = await world.rows<{ snapshot: unknown }>('select snapshot from training.archive where project_id = $1', [id])
  expect(frozen?.snapshot).toMatchObject({ name: '新员工培训', staffCount: 0, stages: [{ tasks: [{ title: '甲' }] }] })
})

test('what keeps a project from the shelf is named one by one, with its place', async () => {
  const actor = await world.actor()
  const { courseId } = await someCourse(world, actor.companyId)
  const fields = { beginTime: '2027-03-01T00:00:00Z', endTime: '2027-04-01T00:00:00Z' }
  const {
    as,
    projectId: id,
    stageIds,
    taskIds,
  } = await draftProject(world, actor, [[{ kind: 'course', targetId: courseId }], []], fields)
  await world.rows('update course.course set status = 2 where id = $1', [courseId])
  const late = { projectId: id, id: stageIds[1] ?? '', opensTime: '2027-05-01T00:00:00Z' }
  await as.get(stages.modify, late)
  const { faults } = await as.get(project.faults, { id })
  expect(faults).toMatchObject([
    { code: 'emptyStage', stageId: stageIds[1] },
    { code: 'window', stageId: stageIds[1] },
    { code: 'target', taskId: taskIds[0]?.[0], message: expect.stringContaining('课程已下架') },
  ])
  const answer = await as.call(project.upShelf, { id })
  expect(answer).toMatchObject({ code: 3206, message: expect.stringContaining('课程已下架'), data: { faults } })
  expect(await as.get(project.get, { id })).toMatchObject({ status: 0 })
  const session = { place: '一号会议室', beginTime: '2027-02-05T01:00:00Z', endTime: '2027-02-05T03:00:00Z' }
  const early = await draftProject(world, actor, [[{ kind: 'session', title: '面授', session }]], fields)
  expect(await as.get(project.faults, { id: early.projectId })).toMatchObject({
    faults: [{ code: 'session', taskId: early.taskIds[0]?.[0], message: expect.stringContaining('在项目开始之前就结束了') }],
  })
  const empty = await draftProject(world, actor, [])
  expect(await as.get(project.faults, { id: empty.projectId })).toMatchObject({ faults: [{ code: 'noStage', examId: null }] })
  const { companyId, examId } = await arrangeExam(world, { status: 0 })
  const waiting = await draftProject(world, await world.actor({ companyId }), [[{ kind: 'exam', targetId: examId }, '甲']])
  await world.rows(`update training.task set kind = 'exam', target_id = $2 where id = $1`, [
    waiting.taskIds[0]?.[1],
    crypto.randomUUID(),
  ])
  expect(await waiting.as.get(project.faults, { id: waiting.projectId })).toMatchObject({
    faults: [
      { code: 'target', message: expect.stringContaining('尚未发布'), examId },
      { code: 'target', message: expect.stringContaining('不存在'), examId: null },
    ],
  })
})

test('a copy moves every date by the same days, with conditions and make-ups of its own and nobody in it', async () => {
  const actor = await world.actor()
  const session = { place: '一号会议室', beginTime: '2027-03-05T01:00:00Z', endTime: '2027-03-05T03:00:00Z', places: 20 }
  const fields = { beginTime: '2027-03-01T00:00:00Z', endTime: '2027-04-01T00:00:00Z' }
  const wishes = [{ kind: 'session' as const, title: '面授', session, dueTime: '2027-03-06T00:00:00Z' }, '甲']
  const { as, projectId: id, stageIds, taskIds } = await draftProject(world, actor, [wishes], fields)
  const [[held = '', a = ''] = []] = taskIds
  await as.get(stages.modify, { projectId: id, id: stageIds[0] ?? '', opensTime: '2027-03-02T00:00:00Z', opensAfterDays: 3 })
  const conditions = [
    { kind: 'passed' as const, taskId: held },
    { kind: 'from' as const, at: '2027-03-07T00:00:00.000Z' },
  ]
  await as.get(tasks.unlockModel, { projectId: id, nodes: [{ id: a, conditions }] })
  const rules = { beforeDays: [3], isAtDue: true, afterDays: [7], unbegunDays: [] }
  await as.get(projectNotice.setRules, { projectId: id, ...rules })
  const copy = await as.get(project.copy, { id, beginTime: '2027-03-31T00:00:00Z', name: '第二期' })
  expect(copy).toMatchObject({ shiftedDays: 30, leftRuleCount: 0 })
  expect(await as.get(projectNotice.rules, { projectId: copy.id })).toEqual(rules)
  const shown = await as.get(project.get, { id: copy.id })
  expect(shown).toMatchObject({
    name: '第二期',
    status: 0,
    beginTime: '2027-03-31T00:00:00.000Z',
    endTime: '2027-05-01T00:00:00.000Z',
  })
  const outline = await as.get(tasks.list, { projectId: copy.id })
  const [other, free] = outline.stages[0]?.tasks ?? []
  expect(outline.stages).toMatchObject([{ opensTime: '2027-04-01T00:00:00.000Z', opensAfterDays: 3 }])
  expect(other).toMatchObject({
    dueTime: '2027-04-05T00:00:00.000Z',
    session: { beginTime: '2027-04-04T01:00:00.000Z', places: 20 },
  })
  expect(free?.conditions).toEqual([
    { kind: 'passed', taskId: other?.id },
    { kind: 'from', at: '2027-04-06T00:00:00.000Z' },
  ])
  expect(other?.id).not.toBe(held)
  expect(await as.get(project.copy, { id })).toMatchObject({ shiftedDays: 0 })
  // Reminders are for everybody: whoever may not set them gets none by copying.
  const some = { kind: 'some' as const, departmentIds: [crypto.randomUUID()], subtreeIds: [], ownStaffId: null }
  const scoped = { rights: Object.values(projectCenter.rights), scopes: { [projectCenter.name]: some } }
  const clerk = world.as(await world.actor({ companyId: actor.companyId, isAdmin: false, ...scoped }))
  const theirs = await clerk.get(project.copy, { id })
  expect(theirs.leftRuleCount).toBe(3)
  expect(await as.get(projectNotice.rules, { projectId: theirs.id })).toMatchObject({ beforeDays: [], isAtDue: false })
  expect(await clerk.call(projectNotice.setRules, { projectId: id, ...rules })).toMatchObject({ code: 3222 })
  const coverFileId = crypto.randomUUID()
  expect(await as.call(project.create, { name: '封面', coverFileId })).toMatchObject({ code: 3214 })
  const { version } = await as.get(project.get, { id })
  expect(await as.call(project.modify, { id, version, coverFileId })).toMatchObject({ code: 3214 })
})

test('a project whose end has come ends by itself; others and drafts go on', async () => {
  const actor = await world.actor()
  const soon = await draftProject(world, actor, [['甲']], { endTime: '2099-01-01T00:00:00Z' })
  const draft = await draftProject(world, actor, [['甲']], { endTime: '2099-01-01T00:00:00Z' })
  const { as } = soon
  await as.get(project.upShelf, { id: soon.projectId })
  await endByClock(world.services, databaseNow())
  expect(await as.get(project.get, { id: soon.projectId })).toMatchObject({ status: 1 })
  await endByClock(world.services, new Date('2099-01-01T00:00:00Z'))
  expect(await as.get(project.get, { id: soon.projectId })).toMatchObject({ status: 3, endedByName: null })
  expect(await as.get(project.get, { id: draft.projectId })).toMatchObject({ status: 0 })
})

test('the list finds by name, category, state, days and what is in it', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const { courseId } = await someCourse(world, actor.companyId)
  const { id: categoryId } = await as.get(projectCategory.create, { name: '新员工' })
  const times = { beginTime: '2027-03-01T00:00:00Z', endTime: '2027-04-01T00:00:00Z' }
  const first = await draftProject(world, actor, [[{ kind: 'course', targetId: courseId }]], {
    name: '春季培训',
    categoryId,
    ...times,
  })
  await draftProject(world, actor, [['甲']], { name: '安全月' })
  const named = async (input: Parameters<typeof as.get<(typeof project)['list']>>[1]) =>
    (await as.get(project.list, input)).dataList.map(({ name }) => name)
  expect(await named({})).toEqual(['安全月', '春季培训'])
  expect(await named({ sortField: 'createTime', sortOrder: 'asc' })).toEqual(['春季培训', '安全月'])
  expect(await named({ name: '春季' })).toEqual(['春季培训'])
  expect(await named({ categoryId })).toEqual(['春季培训'])
  expect(await named({ beginTime: '2027-03-20', endTime: '2027-03-25' })).toEqual(['春季培训'])
  expect(await named({ source: 2 })).toEqual([])
  expect(await named({ source: 1, examSource: 4 })).toEqual(['春季培训'])
  expect(await named({ examSource: 3 })).toEqual([])
  expect(await named({ examSource: 5 })).toHaveLength(2)
  await as.get(project.upShelf, { id: first.projectId })
  expect(await named({ status: 1 })).toEqual(['春季培训'])
  expect(await as.get(projectTotals.taskCount, {})).toEqual({ projectCount: 1, taskCount: 1 })
  const [paperId, examId] = [crypto.randomUUID(), crypto.randomUUID()]
  await world.rows('insert into paper.paper (company_id, id) values ($1, $2)', [actor.companyId, paperId])
  const exam = `insert into exam.exam (company_id, id, paper_id, name) values ($1, $2, $3, '结业考试')`
  await world.rows(exam, [actor.companyId, examId, paperId])
  const standing = (examSource: number) =>
    world.inCompany(actor.companyId, async (db) => {
      const wish = { companyId: actor.companyId, now: new Date(), query: { examSource }, pageIndex: 1, pageSize: 10 }
      return (await listPlainExams(db, wish)).totalCount
    })
  expect([await standing(3), await standing(4), await standing(5)]).toEqual([1, 0, 0])
  const task = `update training.task set kind = 'exam', target_id = $2 where company_id = $1 and kind <> 'course'`
  await world.rows(task, [actor.companyId, examId])
  expect([await standing(3), await standing(4), await standing(5)]).toEqual([0, 0, 1])
  expect(await as.call(projectCategory.delete, { id: categoryId })).toMatchObject({ code: 3201 })
  expect(await as.call(projectCategory.create, { name: '新员工' })).toMatchObject({ code: 3200 })
  const full = `insert into training.category (company_id, name, sort) select $1, 'n' || n, n from generate_series(1, 98) n`
  await world.rows(full, [actor.companyId])
  const last = ['甲', '乙'].map(async (name) => (await as.call(projectCategory.create, { name })).code)
  expect((await Promise.all(last)).sort()).toEqual([0, 3202])
  expect(await as.call(projectCategory.create, { name: '再一个' })).toMatchObject({ code: 3202 })
  await as.get(projectCategory.delete, { id: categoryId, targetId: null })
  expect(await as.get(project.get, { id: first.projectId })).toMatchObject({ categoryId: null })
})

test('what two people save at once is not lost, and times must follow each other', async () => {
  const actor = await world.actor()
  const { as, projectId: id } = await draftProject(world, actor, [])
  const { version } = await as.get(project.modify, { id, version: 1, information: '<p>介绍</p><script>x</script>' })
  expect(await as.call(project.modify, { id, version: 1, name: '别的' })).toMatchObject({ code: 1007 })
  const times = { beginTime: '2027-03-01T00:00:00Z', endTime: '2027-03-01T00:00:00Z' }
  expect(await as.call(project.modify, { id, version, ...times })).toMatchObject({ code: 3209 })
  expect(await as.get(project.get, { id })).toMatchObject({ name: '新员工培训', information: '<p>介绍</p>' })
  await as.get(project.delete, { id })
  expect(await as.call(project.get, { id })).toMatchObject({ code: 1008 })
})
