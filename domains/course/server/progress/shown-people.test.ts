import { examModule } from '@kaopei/exam/server'
import { filesModule, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { progressMenu } from '../../contract/menus.ts'
import { personProgress } from '../../contract/person-progress.ts'
import { progress } from '../../contract/progress.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule, deriveEnrolment } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from '../learning/module.ts'
import { progressModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open(
    [orgModule, filesModule, jobsModule, examModule, courseModule, learningModule, progressModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())

const chapters = [[{ title: '甲' }], [{ title: '乙' }]]

/** Somebody whose account is their phone, and who else learns: seen by an administrator, and by a colleague who may not read contacts. */
async function arrange(others = 0) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const phone = '13800000021'
  const staffIds = await arrangePeople(world, companyId, [
    { name: '甲一', loginAccount: phone, phone },
    ...Array.from({ length: others }, (_, n) => ({ name: `学员${n}` })),
  ])
  const course = await arrangeCourse(world, companyId, { name: '安全培训', chapters })
  for (const staffId of staffIds) await arrangeLearner(world, { companyId, courseId: course.courseId, staffId })
  const rights = Object.values(progressMenu.rights)
  const reader = await world.actor({ companyId, rights, scopes: { progress: { kind: 'all' } } })
  return { ...course, companyId, staffIds, admin: world.as(admin), reader: world.as(reader) }
}

async function cellsOf(companyId: string, jobId: string): Promise<string[][]> {
  await world.runJobs()
  const [job] = await world.rows<{ file_id: string }>('select file_id from jobs.background_job where id = $1', [jobId])
  return world.inCompany(companyId, (db) =>
    withLocalFile(db, world.services, job?.file_id ?? '', async (path) => {
      const rows: string[][] = []
      for await (const row of readXlsx(path)) rows.push(row.cells.map(({ text }) => text))
      return rows
    }),
  )
}

test('accounts that are phones are shown whole to whoever reads contacts, in no list or export to anybody else', async () => {
  const { admin, reader, courseId, companyId } = await arrange()
  const lists = async (as: typeof admin) => [
    (await as.get(progress.learners, { courseId })).dataList[0]?.loginAccount,
    (await as.get(personProgress.people, {})).dataList[0]?.loginAccount,
    (await as.get(personProgress.people, { sortField: 'courseCount' })).dataList[0]?.loginAccount,
    (await cellsOf(companyId, (await as.get(progress.export, { courseId })).jobId))[1]?.[2],
    (await cellsOf(companyId, (await as.get(personProgress.exportPeople, {})).jobId))[1]?.[2],
  ]
  expect(await lists(admin)).toEqual(Array(5).fill('13800000021'))
  expect(await lists(reader)).toEqual(Array(5).fill('138****0021'))
})

test('an export has a state for each task of everybody, also of who has not begun or was derived by the version before', async () => {
  const { admin, courseId, companyId, versionId, staffIds, taskIds } = await arrange(2)
  const [one = ''] = staffIds
  await world.rows(
    `insert into course.task_event (company_id, course_id, staff_id, task_id, kind) values ($1, $2, $3, $4, 'done')`,
    [companyId, courseId, one, taskIds[1]],
  )
  await world.inCompany(companyId, (db) => deriveEnrolment(db, courseId, one, new Date()))
  const states = async () => {
    const rows = await cellsOf(companyId, (await admin.get(progress.export, { courseId })).jobId)
    return rows.map((row) => [row[1], ...row.slice(15)]).toSorted()
  }
  expect(await states()).toEqual([
    ['姓名', '甲', '乙'],
    ['学员0', '未开始', '未开始'],
    ['学员1', '未开始', '未开始'],
    ['甲一', '未开始', '已完成'],
  ])
  // Another version is published, and its job has not run: the second task stands first in it.
  const later = crypto.randomUUID()
  await world.rows(
    `insert into course.version (company_id, id, course_id, number, state, unlock_order, published_at)
     select company_id, $3, course_id, 2, 0, unlock_order, now() from course.version where company_id = $1 and id = $2`,
    [companyId, versionId, later],
  )
  await world.rows(
    `insert into course.chapter (company_id, version_id, id, title, sort)
     select company_id, $3, id, title, -sort from course.chapter where company_id = $1 and version_id = $2`,
    [companyId, versionId, later],
  )
  await world.rows(
    `insert into course.task (company_id, version_id, id, chapter_id, title, kind, sort, is_required, weight, rule, conditions, content)
     select company_id, $3, id, chapter_id, title, kind, sort, is_required, weight, rule, conditions, content
     from course.task where company_id = $1 and version_id = $2`,
    [companyId, versionId, later],
  )
  await world.rows('update course.course set published_id = $3 where company_id = $1 and id = $2', [companyId, courseId, later])
  expect((await states())[3]).toEqual(['甲一', '已完成', '未开始'])
  const { dataList } = await admin.get(progress.learners, { courseId, keyWords: '甲一' })
  expect(dataList[0]?.tasks).toMatchObject([
    { title: '乙', state: 2 },
    { title: '甲', state: 0 },
  ])
})
