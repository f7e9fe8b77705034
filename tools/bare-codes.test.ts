import ts from 'typescript'
import { expect, test } from 'vitest'
import { bareCodesAt } from './bare-codes.ts'

/** Holes are written `#{…}`: a plain string that holds `$` and a brace looks like a mistake. */
function bareCodesIn(code: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    found.push(...bareCodesAt(node).map(({ text }) => text))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('planted.ts', code.replaceAll('#{', '$' + '{'), ts.ScriptTarget.Latest, true))
  return found
}

test.each([
  ['sql`select from course.enrolment e where e.company_id = #{id} and e.state = 2`', 'e.state = 2'],
  ['rowsOf(db, row)`select from course.seat s where s.state in (1, 2)`', 's.state in (1'],
  ['sql`select count(*) filter (where c.status <> 0) as count`', 'c.status <> 0'],
  ['sql`update x.y set trans_status = 3`', 'trans_status = 3'],
  ['sql`update x.y set state = case when #{free} then 3 else e.state end`', 'state = case when $ then 3'],
  ['sql`select case kind when 1 then 2 end`', 'case kind when 1'],
  ['sql`select coalesce(c.states[#{slot}], -1) in (-1, 2)`', 'coalesce(c.states[$], -1'],
  ['sql`select 2 = any(a.states)`', '2 = any(a.states'],
  ['sql`select (case when done then 2 when begun then 1 end)::int as state`', 'then 2 when begun then 1 end)::int as state'],
  ['sql`select 2::smallint as state`', '2::smallint as state'],
  ['sql`on conflict (company_id) where state = 0 do nothing`', 'state = 0'],
  ['sql`insert into x.y (company_id, state, at) values (#{id}, 1, now())`', 'state: 1'],
  ['sql`insert into x.y (company_id, at, state) select #{id}, coalesce(a, b), 1 from z`', 'state: 1'],
  ["const text = 'select from x.y where mode = 2'", 'mode = 2'],
  ["db.selectFrom('x.y').where('state', 'in', [0, 1])", "'state' 'in' [0, 1]"],
  ["db.updateTable('x.y').set((eb) => ({ state: 1 }))", 'state: 1'],
])('a bare code is found in %s', (code, place) => {
  expect(bareCodesIn(code)).toContain(place)
})

test.each([
  'sql`select from course.enrolment e where e.state = #{lit(enrolmentState.learns)} and e.percent >= 50`',
  'sql`insert into x.y (company_id, state, number) values (#{id}, #{lit(state.open)}, 1)`',
  "sql`select from sitting.attempt a where a.state in ('ready', 'paused') and a.slot = 3`",
  "db.updateTable('x.y').set({ state: jobState.failed, attempts: 0 }).where('state', '=', jobState.running)",
  "const column = text('verdict', '结论', 10)",
])('nothing is found in %s', (code) => {
  expect(bareCodesIn(code)).toEqual([])
})
