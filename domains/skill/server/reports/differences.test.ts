/** Whoever may not open people puts two pages beside each other: what one leaves out the other must not tell. */
import { randomUUID } from 'node:crypto'
import { arrangeOrganisation, arrangeStaff } from '@kaopei/exam/testing'
import { jobsModule } from '@kaopei/jobs/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseByDepartment, postByDepartment, skillByDepartment } from '../../contract/menus.ts'
import { skillReport } from '../../contract/report.ts'
import { recordEvidence } from '../evidence/record.ts'
import { skillModule } from '../index.ts'
import { arrangePost, arrangeSkills } from '../skill-arrange.ts'
import { counted } from './report-arrange.ts'

let world: World
let given: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  world = await World.open([jobsModule, skillModule])
  given = await arrange()
})
afterAll(() => world.close())

/** Below the top: 少 of three, 次 of six and six, 多 of twenty, of whom three have another post. */
async function arrange() {
  const { companyId, departments } = await arrangeOrganisation(world)
  const { root } = departments
  const department = async (name: string, above: readonly string[]) => {
    const id = randomUUID()
    const path = `/${[...above, id].join('/')}/`
    await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      ...[companyId, id, above.at(-1), name, path],
    ])
    return id
  }
  const [few, next, many] = [await department('少', [root]), await department('次', [root]), await department('多', [root])]
  const [left, right] = [await department('次左', [root, next]), await department('次右', [root, next])]
  const [skillId] = await arrangeSkills(world, companyId, ['焊接'])
  const skills = [{ skillId, requiredLevel: 3, weight: 1 }]
  const [usual, other] = [
    await arrangePost(world, companyId, { name: '焊工', skills }),
    await arrangePost(world, companyId, { name: '班长', skills }),
  ]
  const staffIds = []
  for (const [departmentId, count] of [
    [few, 3],
    [left, 6],
    [right, 6],
    [many, 20],
  ] as const)
    staffIds.push(...(await arrangeStaff(world, companyId, { count, departmentId })))
  await world.rows('update org.staff set post_id = $2 where company_id = $1 and id = any($3)', [
    companyId,
    usual.postId,
    staffIds,
  ])
  await world.rows('update org.staff set post_id = $2 where company_id = $1 and id = any($3)', [
    ...[companyId, other.postId, staffIds.slice(-3)],
  ])
  const now = new Date()
  const evidence = staffIds.map((staffId) => ({
    ...{ staffId, skillId, class: 1, level: 2, sourceKind: 'superior' as const, sourceId: randomUUID(), title: '评定', at: now },
  }))
  await world.inCompany(companyId, (db) => recordEvidence(db, evidence, now))
  await counted(world)
  const rights = [skillByDepartment.rights.view, postByDepartment.rights.view, courseByDepartment.rights.view]
  const scopes = Object.fromEntries(
    ['test_department', 'post_report_department', 'recommended_course_department'].map((name) => [
      name,
      { kind: 'all' as const },
    ]),
  )
  const blind = world.as(await world.actor({ companyId, isAdmin: false, rights, scopes }))
  return { blind, root, next, many, usual: usual.postId, other: other.postId }
}

interface Suppressible {
  readonly name: string
  readonly isSuppressed: boolean
}
const leftOut = ({ dataList }: { readonly dataList: readonly Suppressible[] }) =>
  dataList.flatMap(({ name, isSuppressed }) => (isSuppressed ? [name] : []))

test('a department that is left out beside another one stays so when it is looked for by name', async () => {
  const { blind, root } = given
  for (const report of [skillReport.postDepartments, skillReport.courseDepartments]) {
    expect(leftOut(await blind.get(report, { departmentId: root }))).toEqual(['少', '次'])
    expect(leftOut(await blind.get(report, { departmentId: root, keyWords: '次' }))).toEqual(['次'])
  }
})

test('nor do the departments below it add up to it', async () => {
  const { blind, root, next, many } = given
  const heatOf = async (departmentId: string) => {
    const { rows } = await blind.get(skillReport.heat, { departmentId })
    return rows.map(({ name, cells }) => [name, cells[0]?.levelledCount])
  }
  expect(await heatOf(root)).toEqual([
    ['总部（直属）', 0],
    ['多', 20],
    ['少', null],
    ['次', null],
    ['研发部', 0],
  ])
  expect(await heatOf(next)).toEqual([
    ['次（直属）', null],
    ['次右', null],
    ['次左', null],
  ])
  expect(await heatOf(many)).toEqual([['多（直属）', 20]])
  for (const report of [skillReport.postDepartments, skillReport.courseDepartments])
    expect(leftOut(await blind.get(report, { departmentId: next }))).toEqual(['次（直属）', '次右', '次左'])
})

test('nor do all posts less the others tell a post that few have', async () => {
  const { blind, root, usual, other } = given
  for (const report of [skillReport.postDepartments, skillReport.courseDepartments]) {
    expect(leftOut(await blind.get(report, { departmentId: root }))).not.toContain('多')
    expect(leftOut(await blind.get(report, { departmentId: root, postId: other }))).toContain('多')
    expect(leftOut(await blind.get(report, { departmentId: root, postId: usual }))).toContain('多')
  }
})
