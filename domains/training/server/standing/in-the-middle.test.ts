/** What happens to people of a project in the middle of it: with the exams, courses and groups that they really have. */
import { randomUUID } from 'node:crypto'
import { courseModule, courseReopened } from '@kaopei/course/server'
import { arrangeCourse } from '@kaopei/course/testing'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam } from '@kaopei/exam/testing'
import { arrangePeople } from '@kaopei/org/testing'
import { resultModule } from '@kaopei/result/server'
import { emit } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { usergroupModule } from '@kaopei/usergroup/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectGroups } from '../../contract/groups.ts'
import { projectLearn } from '../../contract/learn.ts'
import { project } from '../../contract/project.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { projectStages as stages, projectTasks as tasks } from '../../contract/stage-task.ts'
import { projectCompleted } from '../events.ts'
import { trainingModule } from '../index.ts'
import { followMarked } from '../people/audience.follow.ts'
import { arrangeProject, type ProjectWish } from '../training-arrange.ts'
import { takeStandings } from './news.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, resultModule, courseModule, usergroupModule, trainingModule])
})
afterAll(() => world.close())

async function arrange(wish: ProjectWish, known: { readonly companyId?: string } = {}) {
  const admin = await world.actor(known)
  const { companyId } = admin
  const staffIds = await arrangePeople(world, companyId, [{ name: '甲一' }, { name: '乙二' }])
  const arranged = await arrangeProject(world, companyId, wish)
  const { projectId } = arranged
  const as = world.as(admin)
  const [first = '', second = ''] = staffIds
  const join = async () => {
    await as.get(projectStaff.create, { projectId, staffIds })
    await world.runJobs()
  }
  const exempt = (staffId: string, taskId = '') =>
    as.get(projectSettling.exempt, { projectId, taskId, staffIds: [staffId], reason: '已掌握' })
  return { ...arranged, as, companyId, staffIds, first, second, join, exempt }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

async function rowOf({ projectId }: Pick<Arranged, 'projectId'>, staffId: string) {
  const [row] = await world.rows<{ state: number; states: number[]; percent: number; done: boolean; next: string | null }>(
    `select state, states, percent, completed_at is not null as done, next_task_id as next
     from training.enrolment where project_id = $1 and staff_id = $2`,
    [projectId, staffId],
  )
  return row
}

test('a stage moved when half are through moves nobody’s states: only what is next follows the new order', async () => {
  const arranged = await arrange({ unlockOrder: 'groups', stages: [[{}, {}], [{}]] })
  const { as, projectId, stageIds, taskIds, first, second, join, exempt } = arranged
  await join()
  await exempt(first, taskIds[0])
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0, 0], percent: 25, next: taskIds[1] })
  await as.get(stages.move, { projectId, id: stageIds[1] ?? '', beforeId: stageIds[0] ?? '' })
  await world.runJobs()
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0, 0], percent: 25, next: taskIds[2] })
  expect(await rowOf(arranged, second)).toMatchObject({ states: [0, 0, 0], percent: 0, next: taskIds[2] })
})

test('a task deleted when half are through completes whoever had done all else, told once, and opens what waited for it', async () => {
  const waiting = randomUUID()
  const gone = randomUUID()
  const arranged = await arrange({
    stages: [[{ id: gone }, { id: waiting, conditions: [{ kind: 'passed', taskId: gone }] }]],
  })
  const { as, projectId, first, second, join, exempt } = arranged
  await join()
  await exempt(first, waiting)
  expect(await rowOf(arranged, second)).toMatchObject({ states: [0, 0], next: gone })
  await as.get(tasks.remove, { projectId, taskIds: [gone] })
  expect((await world.runJobs()).filter((name) => name === projectCompleted.name)).toHaveLength(1)
  expect(await rowOf(arranged, first)).toMatchObject({ percent: 100, done: true, next: null })
  expect(await rowOf(arranged, second)).toMatchObject({ percent: 0, done: false, next: waiting })
})

test('a followed group that empties takes everybody out with what they did, and whoever comes back goes on', async () => {
  const arranged = await arrange({ stages: [[{}, {}]] })
  const { as, companyId, projectId, taskIds, staffIds, first, exempt } = arranged
  const groupId = randomUUID()
  const kind = `insert into usergroup.staff_group (company_id, id, name, kind) values ($1, $2, '班组长', 1)`
  await world.rows(kind, [companyId, groupId])
  const enter = (staffId: string) =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) values ($1, $2, $3)', [companyId, groupId, staffId])
  for (const staffId of staffIds) await enter(staffId)
  const follow = async () => {
    await followMarked.work(world.services)
    await world.runJobs()
  }
  await as.get(projectGroups.associate, { projectId, groupIds: [groupId], mode: 2 })
  await follow()
  await exempt(first, taskIds[0])
  await world.rows('delete from usergroup.member where group_id = $1', [groupId])
  await follow()
  for (const staffId of staffIds) expect(await rowOf(arranged, staffId)).toMatchObject({ state: 3 })
  await enter(first)
  await follow()
  expect(await rowOf(arranged, first)).toMatchObject({ state: 2, states: [2, 0], percent: 50 })
  expect((await as.get(projectStaff.list, { projectId })).totalCount).toBe(1)
})

/** A result of an exam that came out, or an attempt under way. */
async function attempt(
  { companyId }: Pick<Arranged, 'companyId'>,
  given: { examId: string; staffId: string; state?: 'published' | 'in_progress'; daysAgo?: number },
): Promise<string> {
  const { examId, staffId, state = 'published', daysAgo = 0 } = given
  const id = randomUUID()
  const isOut = state === 'published'
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  await world.rows(
    `insert into sitting.attempt (company_id, id, owner_kind, owner_id, staff_id, number, state, started_at, submitted_at, lease_device, title,
       max_score_hundredths, score_hundredths, is_passed, published_at)
     values ($1, $2, 'exam', $3, $4, 1, $5, $6, $7, 'device', '考试', 10000, $8, $9, $7)`,
    [companyId, id, examId, staffId, state, at, isOut ? at : null, isOut ? 9000 : null, isOut ? true : null],
  )
  return id
}

const hear = ({ companyId }: Pick<Arranged, 'companyId'>, targetId: string, staffId: string) =>
  world.inCompany(companyId, (db) => takeStandings(db, 'exam', [{ targetId, staffId }], new Date()))

test('a result that is withdrawn takes the task and the completion back, and one that comes out again gives them again', async () => {
  const examId = randomUUID()
  const arranged = await arrange({ stages: [[{ kind: 'exam', targetId: examId }]] })
  const { first, join } = arranged
  await join()
  const id = await attempt(arranged, { examId, staffId: first })
  const set = (state: string, before: string | null) =>
    world.rows('update sitting.attempt set state = $2, state_before_void = $3 where id = $1', [id, state, before])
  await hear(arranged, examId, first)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2], percent: 100, done: true })
  await set('voided', 'published')
  await hear(arranged, examId, first)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [1], percent: 0, done: false })
  await set('published', null)
  await hear(arranged, examId, first)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2], percent: 100, done: true })
})

test('a score is shown to its participant when the exam shows it: not while others may still sit', async () => {
  const { companyId, examId } = await arrangeExam(world, { candidates: 0 })
  const arranged = await arrange({ stages: [[{ kind: 'exam', targetId: examId }]] }, { companyId })
  const { first, projectId, join } = arranged
  await join()
  await attempt(arranged, { examId, staffId: first })
  await hear(arranged, examId, first)
  const participant = world.as(await world.actor({ companyId, staffId: first, rights: [] }))
  const shown = async () => {
    const { stages: path } = await participant.get(projectLearn.get, { project: projectId })
    return path.flatMap(({ tasks: own }) => own.map(({ state, score }) => [state, score]))
  }
  expect(await shown()).toEqual([[2, null]])
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '3 hours', admission_end_at = now() - interval '2 hours'
     where company_id = $1 and id = $2`,
    [companyId, examId],
  )
  expect(await shown()).toEqual([[2, 90]])
})

test('an exam handed in before somebody came counts where the task says so, and nowhere else', async () => {
  const examId = randomUUID()
  const task = { kind: 'exam', targetId: examId }
  const arranged = await arrange({ stages: [[{ ...task, rule: { countsEarlier: true } }, task]] })
  const { first, second, join } = arranged
  await attempt(arranged, { examId, staffId: first, daysAgo: 3 })
  await join()
  expect(await rowOf(arranged, first)).toMatchObject({ states: [2, 0], percent: 50 })
  await attempt(arranged, { examId, staffId: second })
  await hear(arranged, examId, second)
  expect(await rowOf(arranged, second)).toMatchObject({ states: [2, 2], percent: 100 })
})

test('a project that ends while an exam runs leaves the exam to be sat, and its result counts for nothing', async () => {
  const examId = randomUUID()
  const arranged = await arrange({ stages: [[{ kind: 'exam', targetId: examId }, {}]] })
  const { as, projectId, taskIds, first, join, exempt } = arranged
  await join()
  await exempt(first, taskIds[1])
  const id = await attempt(arranged, { examId, staffId: first, state: 'in_progress' })
  await as.get(project.end, { id: projectId })
  const [sitting] = await world.rows('select state from sitting.attempt where id = $1', [id])
  expect(sitting).toEqual({ state: 'in_progress' })
  await world.rows(
    `update sitting.attempt set state = 'published', submitted_at = now(), published_at = now(), score_hundredths = 9000,
       is_passed = true where id = $1`,
    [id],
  )
  await hear(arranged, examId, first)
  expect(await rowOf(arranged, first)).toMatchObject({ states: [0, 2], percent: 50, done: false })
})

test('a course that is complete no longer is heard of at once', async () => {
  const arranged = await arrange({ stages: [] })
  const { companyId, first } = arranged
  const { courseId } = await arrangeCourse(world, companyId, { chapters: [[{}]] })
  const { projectId } = await arrangeProject(world, companyId, { stages: [[{ kind: 'course', targetId: courseId }]] })
  await world.rows(
    `insert into course.enrolment (company_id, course_id, staff_id, is_by_hand, begun_at, completed_at) values ($1, $2, $3, true, now(), now())`,
    [companyId, courseId, first],
  )
  await arranged.as.get(projectStaff.create, { projectId, staffIds: [first] })
  await world.runJobs()
  expect(await rowOf({ projectId }, first)).toMatchObject({ states: [2], done: true })
  await world.rows('update course.enrolment set completed_at = null where staff_id = $1', [first])
  await world.inCompany(companyId, (db) => emit(db, courseReopened, companyId, { courseId, staffId: first }))
  await world.runJobs()
  expect(await rowOf({ projectId }, first)).toMatchObject({ states: [1], percent: 0, done: false })
})
