import { randomUUID } from 'node:crypto'
import { World } from '@kaopei/server/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examModule } from '../exam.module.ts'
import { effectiveTimes, extendedClose } from '../rules/effective-times.ts'
import {
  inheritAll,
  isEmpty,
  mergedOverride,
  noClose,
  overrideFrom,
  type StoredTimes,
  type TimeOverride,
} from '../rules/override.ts'
import { arrangeCandidates, arrangeExam } from '../sitting-arrange.ts'
import { closeFor } from './change.sql.ts'
import { timeSettingsOf } from './change.ts'
import { upsertForGroups, upsertForPeople } from './overrides.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule])
})
afterAll(() => world.close())

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const instant = fc.integer({ min: 0, max: 2000 }).map((minutes) => new Date(Date.UTC(2026, 10, 20, 9) + minutes * 60_000))
const override: fc.Arbitrary<TimeOverride> = fc.record({
  openAt: maybe(instant),
  closeAt: maybe(fc.oneof({ weight: 3, arbitrary: instant }, { weight: 1, arbitrary: fc.constant(noClose) })),
  limitMinutes: maybe(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_080 }))),
  attemptsAllowed: maybe(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 }))),
  extraPercent: maybe(fc.integer({ min: 0, max: 400 })),
  extraMinutes: maybe(fc.integer({ min: 0, max: 1440 })),
})
const person = fc.record({ own: maybe(override), groups: fc.array(override, { maxLength: 4 }) })

/** Everybody of the exam with what the database makes of their times. */
async function readAll(companyId: string, examId: string) {
  return world.inCompany(companyId, async (db) => {
    const { rows } = await sql<{ id: string; stored: StoredTimes | null; close: Date | null }>`
      select c.staff_id as id, o.stored, nullif(${closeFor}, 'infinity') as close
      from exam.candidate c
      join exam.exam e on e.company_id = c.company_id and e.id = c.exam_id
      left join exam.own_times(${companyId}, ${examId}) o on o.staff_id = c.staff_id
      where c.company_id = ${companyId} and c.exam_id = ${examId}
    `.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  })
}

test.each([
  ['a close and a limit', { limitMinutes: 60 }],
  ['a close and no limit', { limitMinutes: null }],
  ['neither', { limitMinutes: null, closeAt: null }],
])('the database merges times as the rule does: an exam with %s', async (_, wish) => {
  const { companyId, examId } = await arrangeExam(world, { ...wish, candidates: 0 })
  const cases = fc.sample(person, 120)
  const people = await arrangeCandidates(world, companyId, examId, cases.length)
  const groups = cases.flatMap(({ groups: times }, index) =>
    times.map((one) => ({ id: randomUUID(), staffId: people[index]?.staffId ?? '', times: one })),
  )
  await world.rows(
    `insert into usergroup.staff_group (company_id, id, name) select $1, g.id, g.id::text from json_to_recordset($2) as g (id uuid)`,
    [companyId, JSON.stringify(groups)],
  )
  await world.rows(
    `insert into usergroup.member (company_id, group_id, staff_id)
     select $1, g.id, g."staffId" from json_to_recordset($2) as g (id uuid, "staffId" uuid)`,
    [companyId, JSON.stringify(groups)],
  )
  const change = { examId, reason: '照顾', actorId: randomUUID(), now: new Date() }
  const own = cases.flatMap((one, index) => (one.own ? [{ id: people[index]?.staffId ?? '', times: one.own }] : []))
  await world.inCompany(companyId, async (db) => {
    await upsertForPeople(db, change, own)
    await upsertForGroups(db, change, groups)
  })
  const [row] = await world.rows<{ openAt: Date | null; closeAt: Date | null; limitMinutes: number | null; settings: unknown }>(
    `select admission_start_at as "openAt", admission_end_at as "closeAt", duration_minutes as "limitMinutes", settings
     from exam.exam where id = $1`,
    [examId],
  )
  if (!row) throw new Error('the exam is gone')
  const found = await readAll(companyId, examId)
  for (const [index, given] of cases.entries()) {
    const seen = found.get(people[index]?.staffId ?? '')
    const merged = mergedOverride(given.groups, given.own)
    expect(seen?.stored ? overrideFrom(seen.stored) : inheritAll, JSON.stringify(given)).toEqual(merged)
    const closeAt = extendedClose(effectiveTimes(timeSettingsOf(row), given.groups, given.own))
    expect(seen?.close ?? null, JSON.stringify(given)).toEqual(closeAt)
    if (isEmpty(merged)) expect(seen?.stored ? overrideFrom(seen.stored) : inheritAll).toEqual(inheritAll)
  }
})
