import { buffer } from 'node:stream/consumers'
import { fileIdOfUrl, filesModule, storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { jobState } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { type CellInput, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectProgress } from '../../contract/progress.ts'
import { projectSettling, projectStaff } from '../../contract/staff.ts'
import { trainingModule } from '../index.ts'
import { addEvents } from '../standing/derive.ts'
import { arrangeProject } from '../training-arrange.ts'
import { freezeProject } from './freeze.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, jobsModule, trainingModule], temporaryBlobs)
})
afterAll(() => world.close())

const dayMs = 86_400_000

async function arrange(people = 6) {
  const admin = await world.actor()
  const { companyId } = admin
  const staffIds = await arrangePeople(
    world,
    companyId,
    Array.from({ length: people }, (_, n) => ({ name: `学员${n}`, loginAccount: `xueyuan${n}` })),
  )
  const stages = [[{ title: '规章' }, { title: '演练', dueAfterDays: 3 }], [{ title: '选读', isRequired: false }]]
  const { projectId, taskIds } = await arrangeProject(world, companyId, { unlockOrder: 'tasks', stages })
  return { admin, as: world.as(admin), companyId, staffIds, projectId, taskIds }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

async function joined(people = 6) {
  const arranged = await arrange(people)
  const { as, projectId, staffIds } = arranged
  await as.get(projectStaff.create, { projectId, staffIds })
  await world.runJobs()
  return arranged
}

const finish = async (
  { companyId, projectId, taskIds }: Arranged,
  staffId: string | undefined,
  place: number,
  at = new Date(),
) => {
  const event = { staffId: staffId ?? '', taskId: taskIds[place] ?? '', kind: 'done', cause: { source: 'own' }, at } as const
  await world.inCompany(companyId, (db) => addEvents(db, projectId, [event], at))
}

test('who takes part is shown by stage and task, in a funnel, and where they are stuck since when', async () => {
  const arranged = await joined()
  const { as, companyId, projectId, staffIds, taskIds } = arranged
  const before = new Date(Date.now() - 10 * dayMs)
  await world.rows('update training.enrolment set enrolled_at = $2 where project_id = $1', [projectId, before])
  for (const staffId of staffIds.slice(0, 3)) await finish(arranged, staffId, 0, new Date(Date.now() - 9 * dayMs))
  await finish(arranged, staffIds[0], 1)
  const overview = await as.get(projectProgress.overview, { projectId })
  expect(overview).toMatchObject({ staffCount: 6, notBegunCount: 3, underWayCount: 2, completeCount: 1, overdueCount: 2 })
  expect(overview.stages).toMatchObject([
    {
      hereCount: 5,
      tasks: [
        { title: '规章', staffCount: 6, begunCount: 3, completeCount: 3 },
        { title: '演练', completeCount: 1 },
      ],
    },
    { hereCount: 0, tasks: [{ title: '选读', isRequired: false, completeCount: 0 }] },
  ])
  const funnel = await as.get(projectProgress.funnel, { projectId })
  expect(funnel.steps.map(({ count }) => count)).toEqual([6, 3, 3, 1])
  expect(funnel.stages.map(({ completeCount }) => completeCount)).toEqual([1, 0])
  expect((await as.get(projectProgress.stuck, { projectId })).tasks).toMatchObject([
    { title: '规章', staffCount: 3 },
    { title: '演练', stageTitle: '第 1 阶段', staffCount: 2, longCount: 2, overdueCount: 2 },
  ])

  const [, second = '', third = ''] = staffIds
  const stuck = await as.get(projectProgress.people, { projectId, stuckTaskId: taskIds[1] ?? '', sortField: 'stuckSince' })
  expect(stuck.dataList.map(({ staffId }) => staffId).sort()).toEqual([second, third].sort())
  expect(stuck.dataList[0]).toMatchObject({
    percent: 50,
    nextTaskTitle: '演练',
    isOverdue: true,
    tasks: [{ state: 2 }, { state: 0 }, { state: 0 }],
  })
  const filtered = async (wish: object) => (await as.get(projectProgress.people, { projectId, ...wish })).totalCount
  expect(await filtered({ taskId: taskIds[0] ?? '', taskState: 2 })).toBe(3)
  expect(await filtered({ taskId: taskIds[0] ?? '', taskState: 0 })).toBe(3)
  // A task alone is of those whose it is; a state alone is of no task.
  expect(await filtered({ taskId: taskIds[0] ?? '' })).toBe(6)
  expect(await filtered({ taskId: crypto.randomUUID() })).toBe(0)
  for (const call of [projectProgress.people, projectProgress.export, projectStaff.list] as const)
    expect(await as.call(call, { projectId, taskState: 2 })).toMatchObject({ code: 1001 })
  expect(await filtered({ progress: 2 })).toBe(1)
  expect(await filtered({ isOverdue: true })).toBe(2)
  for (const sortField of ['staff', 'enrolledAt', 'percent', 'lastAt', 'stuckSince'] as const)
    expect(await filtered({ sortField })).toBe(6)
  const percents = async (sortOrder: 'asc' | 'desc') =>
    (await as.get(projectProgress.people, { projectId, sortField: 'percent', sortOrder })).dataList.map(({ percent }) => percent)
  expect(await percents('asc')).toEqual((await percents('desc')).toReversed())
  expect((await percents('desc'))[0]).toBe(100)
  const foreigner = world.as(await world.actor())
  for (const call of [projectProgress.overview, projectProgress.people, projectProgress.funnel, projectProgress.stuck] as const)
    expect(await foreigner.call(call, { projectId })).toMatchObject({ code: 1008 })
  expect(companyId).not.toBe('')
})

test('the overview counts apart who completed by an exemption, also once it is archived', async () => {
  const arranged = await joined()
  const { as, companyId, projectId, staffIds, taskIds } = arranged
  const [first = '', second = '', third = ''] = staffIds
  const exempt = (place: number, ...ids: string[]) =>
    as.get(projectSettling.exempt, { projectId, taskId: taskIds[place] ?? '', staffIds: ids, reason: '已持证' })
  await exempt(0, first, second, third)
  await as.get(projectSettling.unexempt, { projectId, taskId: taskIds[0] ?? '', staffIds: [third], reason: '证书过期' })
  await finish(arranged, first, 1)
  await finish(arranged, staffIds[3], 0)
  await finish(arranged, staffIds[3], 1)
  await exempt(2, staffIds[3] ?? '')
  // Whoever did all that is required themselves completed without an exemption.
  const expected = {
    ...{ completeCount: 2, exemptedCount: 1 },
    stages: [
      {
        tasks: [
          { completeCount: 3, exemptedCount: 2 },
          { completeCount: 2, exemptedCount: 0 },
        ],
      },
      { tasks: [{ completeCount: 1, exemptedCount: 1 }] },
    ],
  }
  expect(await as.get(projectProgress.overview, { projectId })).toMatchObject(expected)
  await world.rows('update training.project set status = 3 where id = $1', [projectId])
  await world.inCompany(companyId, (db) => freezeProject(db, projectId))
  await world.rows('update training.project set status = 4 where id = $1', [projectId])
  expect(await as.get(projectProgress.overview, { projectId })).toMatchObject(expected)
})

test('of fewer than five people the funnel says nothing', async () => {
  const { as, projectId } = await joined(4)
  expect(await as.get(projectProgress.funnel, { projectId })).toMatchObject({ isTooFew: true, steps: [], stages: [] })
})

test('progress is exported as a workbook with the state of every task', async () => {
  const arranged = await joined(3)
  const { admin, as, projectId } = arranged
  await finish(arranged, arranged.staffIds[0], 0)
  const exempting = { projectId, taskId: arranged.taskIds[0] ?? '', staffIds: arranged.staffIds.slice(1, 2), reason: '已持证' }
  await as.get(projectSettling.exempt, exempting)
  const listed = (await as.get(projectProgress.people, { projectId })).dataList
  expect(listed.find(({ staffId }) => staffId === exempting.staffIds[0])?.tasks[0]).toMatchObject({ state: 2, isExempted: true })
  expect(listed.find(({ staffId }) => staffId === arranged.staffIds[0])?.tasks[0]).toMatchObject({ state: 2, isExempted: false })
  const { jobId } = await as.get(projectProgress.export, { projectId })
  await world.runJobs()
  const [job] = await world.rows<{ state: number; file_id: string }>(
    'select state, file_id from jobs.background_job where id = $1',
    [jobId],
  )
  expect(job?.state).toBe(jobState.done)
  const rows = await rowsOf(admin, job?.file_id ?? '')
  expect(rows[0]?.slice(-3)).toEqual(['规章', '演练', '选读'])
  expect(
    rows
      .slice(1)
      .map((row) => row.slice(-3).join())
      .sort(),
  ).toEqual(['已完成,未开始,未开始', '已免修,未开始,未开始', '未开始,未开始,未开始'].sort())
  expect(await as.call(projectProgress.export, { projectId, progress: 2 })).toMatchObject({ code: 3245 })
  // Whoever looks at the file later is told what was asked, in words.
  const [taskId = ''] = arranged.taskIds
  const asked = { projectId, keyWords: '学员', progress: 1, isOverdue: false, taskId, taskState: 2 } as const
  const filtered = await as.get(projectProgress.export, asked)
  const kept = await world.rows('select conditions from jobs.background_job where id = $1', [filtered.jobId])
  const words = { 关键字: '学员', 项目进度: '进行中', 是否逾期: '否', 任务: '规章', 任务状态: '已完成' }
  expect(kept).toEqual([{ conditions: { 培训项目: '新员工培训', 人数: 1, ...words } }])
})

test('what is read of an archived project is as it was frozen, whoever changes or leaves afterwards', async () => {
  const arranged = await joined()
  const { as, companyId, projectId, staffIds, taskIds } = arranged
  await finish(arranged, staffIds[0], 0)
  const scored = { staffId: staffIds[0] ?? '', taskId: taskIds[0] ?? '', kind: 'done', scoreHundredths: 8550, cause: {} } as const
  await world.inCompany(companyId, (db) => addEvents(db, projectId, [{ ...scored, at: new Date() }], new Date()))
  const optional = { projectId, taskId: taskIds[2] ?? '', staffIds: staffIds.slice(0, 1), reason: '已持证' }
  await as.get(projectSettling.exempt, optional)
  await world.rows('update training.project set status = 3 where id = $1', [projectId])
  await world.inCompany(companyId, (db) => freezeProject(db, projectId))
  await world.rows('update training.project set status = 4, name = $2 where id = $1', [projectId, '改过的名称'])
  await world.rows(`update org.staff set name = '改名' where id = $1`, [staffIds[0]])
  await world.rows(`update training.task set title = '改过' where id = $1`, [taskIds[0]])
  await world.rows('update training.enrolment set state = 3 where project_id = $1', [projectId])
  const overview = await as.get(projectProgress.overview, { projectId })
  expect(overview).toMatchObject({ name: '新员工培训', staffCount: 6, underWayCount: 1, overdueCount: 0, isUnderWay: false })
  expect(overview.stages[0]?.tasks[0]).toMatchObject({ title: '规章', completeCount: 1 })
  const page = await as.get(projectProgress.people, { projectId, keyWords: '学员0' })
  expect(page).toMatchObject({
    totalCount: 1,
    dataList: [{ name: '学员0', percent: 50, tasks: [{ title: '规章', state: 2 }, {}, { isExempted: true }] }],
  })
  expect((await as.get(projectStaff.list, { projectId })).totalCount).toBe(6)
  const person = await as.get(projectProgress.person, { projectId, staffId: staffIds[0] ?? '' })
  expect(person).toMatchObject({
    ...{ name: '学员0', percent: 50, completedAt: null },
    tasks: [
      { title: '规章', state: 2, score: 85.5, isExempted: false },
      { title: '演练', state: 0, isOpen: false, score: null },
      { title: '选读', state: 2, isExempted: true },
    ],
    events: [{ words: expect.stringContaining('选读') }, {}, { words: expect.stringContaining('规章') }],
  })
  const elsewhere = world.as(await world.actor())
  expect(await elsewhere.call(projectProgress.person, { projectId, staffId: staffIds[0] ?? '' })).toMatchObject({ code: 1008 })
  await world.inCompany(companyId, (db) => freezeProject(db, projectId))
  expect((await as.get(projectStaff.list, { projectId })).totalCount).toBe(6)
  const settled = { projectId, taskId: taskIds[0] ?? '', staffIds: [...staffIds], reason: '补' }
  expect(await as.call(projectSettling.exempt, settled)).toMatchObject({ code: 3231 })
})

test('the workbook is in the order of the list', async () => {
  const { admin, as, projectId, staffIds } = await joined(3)
  for (const [place, percent] of [50, 90, 10].entries())
    await world.rows('update training.enrolment set percent = $3 where project_id = $1 and staff_id = $2', [
      ...[projectId, staffIds[place], percent],
    ])
  for (const order of [{}, { sortField: 'percent', sortOrder: 'desc' } as const]) {
    const { dataList } = await as.get(projectProgress.people, { projectId, ...order })
    const { jobId } = await as.get(projectProgress.export, { projectId, ...order })
    await world.runJobs()
    const [job] = await world.rows<{ fileId: string }>('select file_id as "fileId" from jobs.background_job where id = $1', [
      jobId,
    ])
    const [head = [], ...lines] = await rowsOf(admin, job?.fileId ?? '')
    expect(lines.map((line) => line[head.indexOf('姓名')])).toEqual(dataList.map(({ name }) => name))
    expect(dataList).toHaveLength(3)
  }
})

async function rowsOf({ companyId }: TestActor, fileId: string): Promise<string[][]> {
  return world.inCompany(companyId, (db) =>
    withLocalFile(db, world.services, fileId, async (path) => {
      const rows: string[][] = []
      for await (const { cells } of readXlsx(path)) rows.push(cells.map(({ text }) => text))
      return rows
    }),
  )
}

test('people of a file come in by account or job number; rows that mean nobody come back with the reason', async () => {
  const { admin, as, companyId, projectId, staffIds } = await arrange(3)
  await world.rows(`update org.staff set job_number = 'GH1' where id = $1`, [staffIds[1]])
  const upload = async (rows: readonly (readonly CellInput[])[], titles: readonly string[]) => {
    const body = await buffer(writeXlsx({ sheets: [{ name: '名单', columns: titles.map((title) => ({ title })), rows }] }))
    const file = {
      companyId,
      name: '名单.xlsx',
      contentType: 'application/octet-stream',
      purpose: 'import',
      createdBy: admin.staffId,
      body,
    }
    return (await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))).fileId
  }
  const rows = [
    ['xueyuan0', '', '学员0'],
    ['', 'GH1', ''],
    ['', 'GH1', ''],
    ['xueyuan2', '', '别人'],
    ['meiyou', '', ''],
  ]
  const answer = await as.get(projectStaff.importFile, { projectId, fileId: await upload(rows, ['账号', '工号', '姓名']) })
  expect(answer).toMatchObject({ addedCount: 2, repeatedCount: 0, failedCount: 2 })
  const failed = await rowsOf(admin, fileIdOfUrl(world.services, companyId, answer.failedUrl ?? '') ?? '')
  expect(failed[0]).toEqual(['失败原因', '账号', '工号', '姓名'])
  expect(failed.slice(1).map(([reason]) => reason)).toEqual([
    '姓名与账号或工号不一致，请核对',
    '没有找到该学员，或不在您的管理范围内；请核对账号或工号',
  ])
  expect(await as.call(projectStaff.importFile, { projectId, fileId: await upload(rows, ['甲', '乙', '丙']) })).toMatchObject({
    code: 3238,
  })
  expect(await as.call(projectStaff.importFile, { projectId, fileId: await upload([], ['账号']) })).toMatchObject({ code: 3241 })
  expect(await as.call(projectStaff.importFile, { projectId, fileId: projectId })).toMatchObject({ code: 3237 })
  expect((await as.raw(projectStaff.template)).statusCode).toBe(200)
})
