import { randomUUID } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeOrganisation, arrangeStaff } from '@kaopei/exam/testing'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidenceClass } from '../../contract/codes.ts'
import { ownSkill, personSkill, piecesOfPage } from '../../contract/person.ts'
import { skillModule } from '../index.ts'
import { arrangeSkills } from '../skill-arrange.ts'
import { derivePairs } from './derive.ts'
import { type Evidence, recordEvidence, withdrawEvidence } from './record.ts'

let world: World
let companyId: string
let staffIds: readonly string[]
let skills: readonly [string, string]
beforeAll(async () => {
  world = await World.open([examModule, skillModule])
})
afterAll(() => world.close())
// A company of its own.
beforeEach(async () => {
  const organisation = await arrangeOrganisation(world)
  companyId = organisation.companyId
  staffIds = await arrangeStaff(world, companyId, { count: 9, departmentId: organisation.departments.branch })
  skills = await arrangeSkills(world, companyId, ['动火作业', '用电安全'])
})

const now = new Date('2026-06-01T00:00:00Z')
const at = (day: string) => new Date(`${day}T08:00:00Z`)
const evidenceOf = (staffId: string, over: Partial<Evidence> = {}): Evidence => ({
  ...{ staffId, skillId: skills[0], class: evidenceClass.measured, level: 3, sourceKind: 'exam', sourceId: randomUUID() },
  ...{ title: '安全考试', at: at('2026-05-01') },
  ...over,
})
const record = (evidence: readonly Evidence[], on = now) => world.inCompany(companyId, (db) => recordEvidence(db, evidence, on))
const standing = async (staffId: string) => {
  const rows = await world.rows<{ skill_id: string; level: number | null; class: number | null; is_learnt: boolean }>(
    'select skill_id, level, class, is_learnt from skill.staff_skill where company_id = $1 and staff_id = $2',
    [companyId, staffId],
  )
  return rows.map(({ level, class: of, is_learnt }) => [level, of, is_learnt])
}
const countOf = async (table: string, staffId: string) => {
  const [row] = await world.rows<{ count: number }>(
    table === 'evidence'
      ? 'select count(*)::int as count from skill.evidence where company_id = $1 and staff_id = $2'
      : `select count(*)::int as count from skill.withdrawal w join skill.evidence e on e.company_id = w.company_id and e.id = w.evidence_id
         where w.company_id = $1 and e.staff_id = $2`,
    [companyId, staffId],
  )
  return row?.count
}
const personOf = (place: number) => staffIds[place] ?? ''

test('the same evidence twice is one piece; another level of the same source takes the first back', async () => {
  const person = personOf(0)
  const first = evidenceOf(person)
  expect(await record([first])).toBe(1)
  expect(await record([first])).toBe(0)
  expect(await standing(person)).toEqual([[3, 2, false]])
  expect(await record([{ ...first, level: 2 }])).toBe(1)
  expect(await standing(person)).toEqual([[2, 2, false]])
  expect([await countOf('evidence', person), await countOf('withdrawal', person)]).toEqual([2, 1])
})

test('evidence that comes late does not outdo what is newer', async () => {
  const person = personOf(1)
  await record([evidenceOf(person, { level: 2 })])
  await record([evidenceOf(person, { level: 5, at: at('2026-01-01') })])
  expect(await standing(person)).toEqual([[2, 2, false]])
})

test('what is taken back counts nothing any more, and the last of it leaves no level', async () => {
  const person = personOf(2)
  const verdict = evidenceOf(person, { class: evidenceClass.superior, level: 5, sourceKind: 'superior' })
  const exam = evidenceOf(person)
  await record([verdict, exam])
  expect(await standing(person)).toEqual([[5, 1, false]])
  const withdraw = (of: Evidence) =>
    world.inCompany(companyId, (db) =>
      withdrawEvidence(db, { sourceKind: of.sourceKind, sourceIds: [of.sourceId], reason: '评定有误' }, now),
    )
  expect([await withdraw(verdict), await withdraw(verdict)]).toEqual([1, 0])
  expect(await standing(person)).toEqual([[3, 2, false]])
  await withdraw(exam)
  expect(await standing(person)).toEqual([])
  // The same source may say it again.
  await record([exam])
  expect(await standing(person)).toEqual([[3, 2, false]])
})

test('exposure is shown as learnt and never as a level', async () => {
  const person = personOf(3)
  await record([evidenceOf(person, { class: evidenceClass.exposure, level: 4, sourceKind: 'course' })])
  expect(await standing(person)).toEqual([[null, null, true]])
})

test('skills of nobody, groups and people of nobody are left out', async () => {
  const person = personOf(4)
  const groupId = randomUUID()
  await world.rows("insert into skill.skill (company_id, id, name, is_group) values ($1, $2, '安全', true)", [companyId, groupId])
  const wished = [evidenceOf(person, { skillId: randomUUID() }), evidenceOf(person, { skillId: groupId })]
  expect(await record(wished)).toBe(0)
  const elsewhere = await world.company()
  const [theirs] = await arrangeSkills(world, elsewhere, ['动火作业'])
  expect(await record([evidenceOf(person, { skillId: theirs })])).toBe(0)
})

test('two who tell of one person at once both are heard', async () => {
  const person = personOf(5)
  const pieces = Array.from({ length: 6 }, (_, place) =>
    evidenceOf(person, { level: 1 + (place % 5), at: at(`2026-05-0${place + 1}`) }),
  )
  await Promise.all(pieces.map((piece) => record([piece])))
  expect(await countOf('evidence', person)).toBe(6)
  expect(await standing(person)).toEqual([[1, 2, false]])
})

test('what is derived can be made anew of the evidence alone', async () => {
  for (let turn = 0; turn < 40; turn += 1) {
    const sourceId = `00000000-0000-4000-8000-0000000000${String(10 + (turn % 11))}`
    const when = at(`202${3 + (turn % 3)}-0${1 + (turn % 9)}-11`)
    const skillId = skills[turn % 2] ?? ''
    await record(
      [0, 1, 2, 3].map((pair) =>
        evidenceOf(personOf(2 * pair + (turn % 2)), {
          ...{ skillId, class: 1 + ((turn + pair) % 4), level: 1 + ((turn + pair) % 5), sourceId, at: when },
        }),
      ),
    )
    if (turn % 7 === 0)
      await world.inCompany(companyId, (db) =>
        withdrawEvidence(db, { sourceKind: 'exam', sourceIds: [sourceId], reason: '作废' }, now),
      )
  }
  const all = 'select * from skill.staff_skill where company_id = $1 order by staff_id, skill_id'
  const before = await world.rows(all, [companyId])
  const pairs = await world.rows<{ staffId: string; skillId: string }>(
    'select distinct staff_id as "staffId", skill_id as "skillId" from skill.evidence where company_id = $1',
    [companyId],
  )
  await world.rows('delete from skill.staff_skill where company_id = $1', [companyId])
  await world.inCompany(companyId, (db) => derivePairs(db, pairs, now))
  expect(await world.rows(all, [companyId])).toEqual(before)
  expect(before.length).toBeGreaterThan(6)
})

test('of many pieces a page shows the newest and the one that decides; all are to be had', async () => {
  const person = personOf(8)
  const verdict = evidenceOf(person, { at: at('2026-01-01') })
  await record([verdict, ...Array.from({ length: 2 }, () => evidenceOf(person, { skillId: skills[1] }))])
  await world.rows(
    `insert into skill.evidence
     select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'source_id', gen_random_uuid(), 'class', 4, 'level', null,
       'at', e.at + n * interval '1 hour'))).*
     from skill.evidence e, generate_series(1, 2070) n where e.company_id = $1 and e.staff_id = $2 and e.skill_id = $3`,
    [companyId, person, skills[0]],
  )
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const page = (pageIndex: number) => as.get(personSkill.evidence, { staffId: person, skillId: skills[0], pageIndex })
  const { skills: shown } = await as.get(personSkill.get, { staffId: person })
  const [many, few] = skills.map((skillId) => shown.find((one) => one.skillId === skillId))
  expect([many?.evidenceCount, many?.evidence.length, few?.evidenceCount]).toEqual([2071, piecesOfPage + 1, 2])
  expect(many?.evidence.at(-1)).toMatchObject({ title: verdict.title, part: 'decides' })
  const pages = await Promise.all(Array.from({ length: 42 }, (_, index) => page(index + 1)))
  expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => 2071))
  const all = pages.flatMap(({ dataList }) => dataList)
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([2071, 2071])
  expect(all.filter(({ part }) => part === 'decides').map(({ id }) => id)).toEqual([many?.evidence.at(-1)?.id])
  const own = world.as(await world.actor({ companyId, staffId: person }))
  expect(await own.get(ownSkill.evidence, { skillId: skills[0], pageIndex: 42 })).toEqual(pages[41])
})
