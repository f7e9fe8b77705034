import { arrangePeople } from '@kaopei/org/testing'
import { type Db, inTransaction, type JobContext } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { usergroupModule } from '@kaopei/usergroup/server'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { projectProgress } from '../../contract/progress.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { projectCompleted, projectReopened } from '../events.ts'
import { registerProjectTaskKind, trainingModule } from '../index.ts'
import { arrangeProject, type ProjectWish } from '../training-arrange.ts'
import { askDerive, deriveJob } from './derive.job.ts'
import { addEvents, deriveMany } from './derive.ts'
import { takeStandings } from './news.ts'
import { recountProjects } from './recount.ts'

/** How people stand at what a kind of the tests leads to, by target and person. */
const known = new Map<string, { kind: 'done' | 'undone'; scoreHundredths: number | null }>()
registerProjectTaskKind({
  key: 'probe',
  label: '测验',
  rule: z.object({}),
  isTakenBack: true,
  standings: async (_db, targetIds, staffIds) =>
    targetIds.flatMap((targetId) =>
      staffIds.flatMap((staffId) => {
        const one = known.get(`${targetId} ${staffId}`)
        if (!one) return []
        return [{ targetId, staffId, outcomeOf: () => ({ ...one, isPassed: one.kind === 'done', cause: { source: 'exam' } }) }]
      }),
    ),
})

let world: World
beforeAll(async () => {
  world = await World.open([trainingModule, usergroupModule])
})
afterAll(() => world.close())

const probe = () => ({ kind: 'probe', targetId: crypto.randomUUID() })

async function arrange(wish: ProjectWish, people = 2) {
  const admin = await world.actor()
  const { companyId } = admin
  const staffIds = await arrangePeople(
    world,
    companyId,
    Array.from({ length: people }, (_, n) => ({ name: `学员${n}` })),
  )
  const project = await arrangeProject(world, companyId, wish)
  const { projectId } = project
  const as = world.as(admin)
  const [first = '', second = ''] = staffIds
  return {
    ...project,
    admin,
    as,
    companyId,
    staffIds,
    first,
    second,
    join: () => as.get(projectStaff.create, { projectId, staffIds }),
  }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

/** How many statements the work takes. */
async function statementsOf(db: Db, work: (counted: Db) => Promise<unknown>): Promise<number> {
  let count = 0
  const counter = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      count += 1
      return node
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  }
  await work(Object.assign(db.withPlugin(counter), { companyId: db.companyId }))
  return count
}

const rowOf = async ({ projectId }: Arranged, staffId: string) => {
  const [row] = await world.rows<{
    states: number[]
    percent: number
    completed_at: Date | null
    next_task_id: string | null
    enrolled_at: Date
    state: number
  }>('select * from training.enrolment where project_id = $1 and staff_id = $2', [projectId, staffId])
  return row
}

const stand = async (
  arranged: Arranged,
  { targetId }: { targetId: string },
  staffId: string,
  kind?: 'done' | 'undone',
  score = 8000,
) => {
  if (kind) known.set(`${targetId} ${staffId}`, { kind, scoreHundredths: score })
  else known.delete(`${targetId} ${staffId}`)
  await world.inCompany(arranged.companyId, (db) => takeStandings(db, 'probe', [{ targetId, staffId }], new Date()))
}

test('whoever comes in stands by what the tasks lead to; completion is told once, taken back and told again', async () => {
  const [one, other] = [probe(), probe()]
  const arranged = await arrange({ unlockOrder: 'tasks', stages: [[one], [other, { ...probe(), isForChosen: true }]] })
  const { first, second, taskIds } = arranged
  known.set(`${one.targetId} ${first}`, { kind: 'done', scoreHundredths: 9000 })
  await arranged.join()
  await world.runJobs()
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0, -1], percent: 50, next_task_id: taskIds[1] })
  expect(await rowOf(arranged, second)).toMatchObject({ states: [0, 0, -1], percent: 0, next_task_id: taskIds[0] })

  await stand(arranged, other, first, 'undone', 3000)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 1, -1], percent: 50, completed_at: null })
  await stand(arranged, other, first, 'done')
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 2, -1], percent: 100, next_task_id: null })
  expect(await world.runJobs()).toEqual([projectCompleted.name])
  await stand(arranged, other, first, 'done')
  expect(await world.runJobs()).toEqual([])

  await stand(arranged, other, first)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 1, -1], percent: 50, completed_at: null })
  expect(await world.runJobs()).toEqual([projectReopened.name])
  await stand(arranged, other, first, 'done')
  expect(await world.runJobs()).toEqual([projectCompleted.name])
})

test('many who complete at once are told of in one statement, each once', async () => {
  const task = probe()
  const arranged = await arrange({ stages: [[task]] }, 40)
  const { companyId, projectId, staffIds } = arranged
  await arranged.join()
  await world.runJobs()
  for (const staffId of staffIds) known.set(`${task.targetId} ${staffId}`, { kind: 'done', scoreHundredths: null })
  const whose = staffIds.map((staffId) => ({ targetId: task.targetId, staffId }))
  const statements = await world.inCompany(companyId, (db) =>
    statementsOf(db, (counted) => takeStandings(counted, 'probe', whose, new Date())),
  )
  expect(statements).toBeLessThan(20)
  const told = await world.rows(
    `select j.payload->'payload'->>'staffId' as staff from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and j.payload->'payload'->>'projectId' = $2`,
    [projectCompleted.name, projectId],
  )
  expect(told.map(({ staff }) => staff).toSorted()).toEqual(staffIds.toSorted())
  expect(await world.runJobs()).toEqual(staffIds.map(() => projectCompleted.name))
})

test('overdue looks at everything that is owed, not only at what is next', async () => {
  const arranged = await arrange({ stages: [[probe(), { ...probe(), dueAfterDays: 1 }]] })
  const { as, projectId, taskIds, first } = arranged
  await arranged.join()
  await world.rows(`update training.enrolment set enrolled_at = now() - interval '2 days' where staff_id = $1`, [first])
  await world.runJobs()
  expect(await rowOf(arranged, first)).toMatchObject({ next_task_id: taskIds[0] })
  const overdue = await as.get(projectProgress.people, { projectId, isOverdue: true })
  expect(overdue.dataList.map(({ staffId }) => staffId)).toEqual([first])
  expect(await as.get(projectProgress.overview, { projectId })).toMatchObject({ overdueCount: 1 })
  // Of the task where they are nothing is overdue.
  const { tasks } = await as.get(projectProgress.stuck, { projectId })
  expect(tasks).toMatchObject([{ taskId: taskIds[0], overdueCount: 0 }])
})

test('two pieces of news at once are one event', async () => {
  const task = probe()
  const arranged = await arrange({ stages: [[task]] })
  await arranged.join()
  await world.runJobs()
  await Promise.all([stand(arranged, task, arranged.first, 'done'), stand(arranged, task, arranged.first, 'done')])
  const events = await world.rows('select kind from training.task_event where project_id = $1', [arranged.projectId])
  expect(events).toEqual([{ kind: 'done' }])
})

test('a task that is deleted or made required when half are through counts for everybody from then on', async () => {
  const [one, optional, gone] = [probe(), { ...probe(), isRequired: false }, probe()]
  const arranged = await arrange({ stages: [[one, optional], [gone]] })
  const { as, projectId, taskIds, first, second } = arranged
  for (const task of [one, gone]) known.set(`${task.targetId} ${first}`, { kind: 'done', scoreHundredths: null })
  known.set(`${one.targetId} ${second}`, { kind: 'done', scoreHundredths: null })
  await arranged.join()
  await world.runJobs()
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0, 2], percent: 100 })
  expect(await rowOf(arranged, second)).toMatchObject({ states: [2, 0, 0], percent: 50 })

  const changed = async (text: string, ...values: unknown[]) => {
    await world.rows(text, values)
    await world.rows('update training.project set outline_version = outline_version + 1 where id = $1', [projectId])
    expect((await as.get(projectProgress.overview, { projectId })).isUnderWay).toBe(true)
    await world.inCompany(arranged.companyId, (db) => askDerive(db, projectId))
    await world.runJobs()
  }
  await changed('update training.task set is_required = true where id = $1', taskIds[1])
  expect(await rowOf(arranged, first)).toMatchObject({
    states: [2, 0, 2],
    percent: 75,
    completed_at: null,
    next_task_id: taskIds[1],
  })
  await changed('update training.task set removed_at = now() where id = $1', taskIds[2])
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0], percent: 50 })
  expect(await rowOf(arranged, second)).toMatchObject({ states: [2, 0], percent: 50 })
  await changed('update training.task set stage_id = $2 where id = $1', taskIds[1], arranged.stageIds[1])
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0], percent: 50, next_task_id: taskIds[1] })
})

test('a make-up for a chosen person counts for what it makes up for; an exemption counts and is never a pass', async () => {
  const original = { ...probe(), id: crypto.randomUUID() }
  const second = { ...probe(), id: crypto.randomUUID(), isForChosen: true, makesUpTaskId: original.id }
  const arranged = await arrange({ stages: [[original, second]] }, 3)
  const { as, projectId, first } = arranged
  await arranged.join()
  await world.runJobs()
  await stand(arranged, original, first, 'undone', 4000)
  const third = arranged.staffIds[2] ?? ''
  await stand(arranged, original, third, 'done')
  const owing = { projectId, pageIndex: 1, pageSize: 20, owesTaskId: original.id }
  const listed = (await as.get(projectStaff.list, owing)).dataList.map(({ staffId }) => staffId)
  expect(new Set(listed)).toEqual(new Set([first, arranged.second]))
  expect(await as.get(projectStaff.list, { ...owing, owesTaskId: second.id })).toMatchObject({ totalCount: 0 })
  const who = { projectId, staffIds: [first], reason: '考试未通过' }
  expect(await as.get(projectSettling.choose, { ...who, taskId: second.id })).toEqual({ changedCount: 1, leftOut: null })
  const [outsider = ''] = await arrangePeople(world, arranged.companyId, [{ name: '路人' }])
  const more = { ...who, taskId: second.id, staffIds: [first, third, outsider, crypto.randomUUID()] }
  expect(await as.get(projectSettling.choose, more)).toMatchObject({
    changedCount: 1,
    leftOut: {
      ...{ count: 3, isAll: false },
      text: expect.stringMatching(
        /^有 3 人未处理：(.+已指定过；路人没有参加项目|路人没有参加项目；.+已指定过)；1 人不在您的管理范围内或已删除$/,
      ),
    },
  })
  const taken = { projectId, taskId: second.id, staffIds: [third, outsider] }
  expect(await as.get(projectSettling.unchoose, taken)).toMatchObject({
    changedCount: 1,
    leftOut: { text: '有 1 人未处理：路人没有被指定' },
  })
  expect(await as.call(projectSettling.choose, { ...who, taskId: original.id })).toMatchObject({ code: 3236 })
  expect(await rowOf(arranged, first)).toMatchObject({ states: [1, 0], next_task_id: second.id })
  expect(await rowOf(arranged, arranged.second)).toMatchObject({ states: [0, -1] })
  await stand(arranged, second, first, 'done', 7000)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 2], percent: 100 })
  expect(await as.get(projectSettling.chosenList, { projectId, taskId: second.id })).toMatchObject({
    dataList: [{ staffId: first, reason: '考试未通过' }],
  })

  const exempt = { projectId, taskId: original.id, staffIds: [arranged.second], reason: '持证上岗' }
  expect(await as.get(projectSettling.exempt, exempt)).toMatchObject({ changedCount: 1, leftOut: null })
  expect(await as.get(projectSettling.exempt, exempt)).toMatchObject({
    changedCount: 0,
    leftOut: { isAll: true, text: expect.stringMatching(/已免修$/) },
  })
  expect(await rowOf(arranged, arranged.second)).toMatchObject({ states: [2, -1], percent: 100 })
  const shown = await as.get(projectProgress.person, { projectId, staffId: arranged.second })
  expect(shown.tasks[0]).toMatchObject({ state: 2, isExempted: true, isPassed: false })
  expect(shown.events[0]?.words).toContain('持证上岗')
  expect(await as.get(projectSettling.unexempt, exempt)).toEqual({ changedCount: 1, leftOut: null })
  expect(await rowOf(arranged, arranged.second)).toMatchObject({ states: [0, -1], percent: 0, completed_at: null })
})

test('what waits for somebody is opened by hand for one person alone', async () => {
  const arranged = await arrange({ stages: [[{ conditions: [{ kind: 'byHand' }] }]] })
  const { as, projectId, first, second, taskIds } = arranged
  await arranged.join()
  await world.runJobs()
  const [taskId = ''] = taskIds
  expect(await rowOf(arranged, first)).toMatchObject({ next_task_id: null })
  await as.get(projectSettling.open, { projectId, taskId, staffIds: [first], reason: '提前学习' })
  expect(await rowOf(arranged, first)).toMatchObject({ next_task_id: taskId })
  expect((await as.get(projectProgress.person, { projectId, staffId: second })).tasks[0]).toMatchObject({
    isOpen: false,
    locks: ['等待管理员开放'],
  })
  await as.get(projectSettling.close, { projectId, taskId, staffIds: [first], reason: '改回' })
  expect(await rowOf(arranged, first)).toMatchObject({ next_task_id: null })
  // A whole stage is shown as opened by hand, so that it can be closed again.
  const [stageId = ''] = arranged.stageIds
  const whole = { projectId, taskId: stageId, staffIds: [first], reason: '整阶段' }
  const openedStages = async () => (await as.get(projectProgress.person, { projectId, staffId: first })).openedStages
  await as.get(projectSettling.open, whole)
  expect(await openedStages()).toEqual([{ id: stageId, title: '第 1 阶段' }])
  await as.get(projectSettling.close, whole)
  expect(await openedStages()).toEqual([])
})

test('whoever leaves and comes back goes on where they were, since their first day, with what happened meanwhile', async () => {
  const [one, other] = [probe(), probe()]
  const arranged = await arrange({ stages: [[one, other]] })
  const { as, projectId, first } = arranged
  await arranged.join()
  await world.runJobs()
  await stand(arranged, one, first, 'done')
  const before = await rowOf(arranged, first)
  await as.get(projectStaff.remove, { projectId, staffIds: [first] })
  await stand(arranged, other, first, 'done')
  expect(await rowOf(arranged, first)).toMatchObject({ state: 3, states: [2, 0], percent: 50 })
  await arranged.join()
  await world.runJobs()
  expect(await rowOf(arranged, first)).toMatchObject({ state: 2, states: [2, 2], percent: 100, enrolled_at: before?.enrolled_at })
})

test('off the shelf those who take part go on; what comes out after the end counts for nothing', async () => {
  const [one, other] = [probe(), probe()]
  const arranged = await arrange({ stages: [[one, other]] })
  const { as, first, projectId } = arranged
  await arranged.join()
  await world.runJobs()
  await world.rows('update training.project set status = 2 where id = $1', [projectId])
  await stand(arranged, one, first, 'done')
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0] })
  await world.rows('update training.project set status = 3, ended_at = now() where id = $1', [projectId])
  await stand(arranged, other, first, 'done')
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0], percent: 50 })
  const [taskId = ''] = arranged.taskIds
  expect(await as.call(projectSettling.exempt, { projectId, taskId, staffIds: [first], reason: '补录' })).toMatchObject({
    code: 3231,
  })
  expect(await as.call(projectStaff.remove, { projectId, staffIds: [first] })).toMatchObject({ code: 3231 })
})

test('a job that is cut off in the middle is gone on with where it stopped', async () => {
  const arranged = await arrange({ stages: [[{}]] }, 1100)
  await arranged.join()
  const { companyId, projectId } = arranged
  let looks = 0
  const context: JobContext = {
    ...{ companyId, attempt: 1, isLastAttempt: false, services: world.services, pool: world.pools.app, log: world.services.log },
    transaction: (work) => inTransaction(world.pools.app, companyId, work),
    isStopping: () => ++looks > 1,
    fail: () => {
      throw new Error('this job never fails by itself')
    },
  }
  const waiting = async () =>
    (await world.rows('select 1 from training.enrolment where project_id = $1 and outline_version is null', [projectId])).length
  await expect(deriveJob.run({ projectId }, context)).rejects.toThrow('stopped')
  expect(await waiting()).toBe(600)
  await world.runJobs()
  expect(await waiting()).toBe(0)
})

test('the recount of a night finds nothing where news was heard, and says what differs', async () => {
  const task = probe()
  const arranged = await arrange({ stages: [[task, {}]] })
  const { companyId, first, second, projectId, taskIds } = arranged
  await arranged.join()
  await world.runJobs()
  await stand(arranged, task, first, 'done')
  await world.inCompany(companyId, (db) =>
    addEvents(
      db,
      projectId,
      [{ staffId: second, taskId: taskIds[1] ?? '', kind: 'begun', cause: { source: 'own' }, at: new Date() }],
      new Date(),
    ),
  )
  expect(await recountProjects(world.services, companyId)).toEqual({ checked: 2, differences: [] })

  known.set(`${task.targetId} ${second}`, { kind: 'done', scoreHundredths: null })
  await world.rows('update training.enrolment set percent = 7 where project_id = $1 and staff_id = $2', [projectId, first])
  const { differences } = await recountProjects(world.services, companyId)
  expect(differences.map(({ staffId, what }) => [staffId, what.split(' ').slice(0, 3).join(' ')]).sort()).toEqual(
    [
      [first, 'states and percent'],
      [second, 'standing at task'],
    ].sort(),
  )
  await world.inCompany(companyId, (db) => deriveMany(db, projectId, [first, second], { asked: 'all', now: new Date() }))
  expect((await recountProjects(world.services, companyId)).differences).toEqual([])
})
