/** Means of departments: no filter, total or dimension tells what fewer than three said. */
import { randomUUID } from 'node:crypto'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { shareModule } from '@kaopei/share/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { departmentAnalysis, scaleStatistics } from '../../contract/result.ts'
import { openAppointment, publishedScale } from '../evaluation-arrange.ts'
import { evaluationModule } from '../index.ts'
import { groupedMeans } from './analysis.ts'

let world: World
beforeAll(async () => {
  world = await World.open([jobsModule, shareModule, evaluationModule])
})
afterAll(() => world.close())

test('a dimension that two of a department answered is in no figure: not in theirs, and not in the total', () => {
  const person = (departmentId: string, a: number | null) => ({ departmentId, departmentName: departmentId, means: { a, b: 3 } })
  const many = [2, 3, 4].map((a) => person('多', a))
  const some = [5, 5, null].map((a) => person('少', a))
  const { rows, total } = groupedMeans([...many, ...some], ['a', 'b'])
  expect(rows.map(({ departmentName, n, means }) => [departmentName, n, means])).toEqual([
    ['多', 3, [3, 3]],
    ['少', 3, [null, 3]],
  ])
  expect(total).toEqual({ n: 6, means: [3, 3] })
})

test('a filter leaves whole departments out: whoever has moved since is not told by the difference, nor is one who answered a dimension alone', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const [here, there] = [randomUUID(), randomUUID()]
  for (const [id, name] of [
    [here, '原部门'],
    [there, '新部门'],
  ])
    await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
      companyId,
      id,
      name,
      `/${id}/`,
    ])
  const people = ['一', '二', '三', '四'].map((name) => ({ name, departmentId: here }))
  const staffIds = await arrangePeople(world, companyId, people)
  const scaleId = await publishedScale(world, admin, { name: '部门量表', kind: 4 })
  const appointmentId = await openAppointment(world, admin, { scaleId, staffIds })
  await world.rows(
    `insert into evaluation.result (company_id, appointment_id, staff_id, scale_id, scale_version_id, scoring_version, report, raws, state, department_id, issued_at, keep_until)
     select $1, $2, x.id, $3, a.scale_version_id, 1,
       jsonb_build_object('departmentName', '原部门', 'dimensions', jsonb_build_array(jsonb_build_object('id', 'a', 'mean', x.at), jsonb_build_object('id', 'b', 'mean', 3))),
       jsonb_build_object('a', 3 * x.at, 'b', case when x.at = 1 then 9 end), 0, $4, now(), now() + interval '1 year'
     from unnest($5::uuid[]) with ordinality x (id, at), evaluation.appointment a where a.company_id = $1 and a.id = $2`,
    [companyId, appointmentId, scaleId, here, staffIds],
  )
  await world.rows('update org.staff set department_id = $2 where company_id = $1 and id = $3', [companyId, there, staffIds[3]])
  const as = world.as(admin)
  const whole = [{ departmentName: '原部门', n: 4, means: [2.5, 3] }]
  expect((await as.get(departmentAnalysis.get, { appointmentId })).rows).toMatchObject(whole)
  expect((await as.get(departmentAnalysis.get, { appointmentId, departmentId: here })).rows).toMatchObject(whole)
  expect((await as.get(departmentAnalysis.get, { appointmentId, departmentId: there })).rows).toEqual([])
  expect((await as.get(scaleStatistics.get, { scaleId })).dimensions).toMatchObject([
    { n: 4, mean: 7.5, bins: { length: 10 } },
    { n: 1, mean: null, sd: null, bins: [] },
  ])
})
