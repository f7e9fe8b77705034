import { expect, test } from 'vitest'
import { functionsIn, refusalOf, relationsIn } from './table-fences.ts'

test("a room names its own tables, the kit's, and what rooms below offer", () => {
  expect(refusalOf('exam', 'exam.candidate')).toBeUndefined()
  expect(refusalOf('exam', 'kit.operation_log')).toBeUndefined()
  expect(refusalOf('exam', 'sitting.standing')).toBeUndefined()
  expect(refusalOf('exam', 'sitting.attempt')).toContain('read a door')
  expect(refusalOf('result', 'exam.candidate')).toContain('read a door')
})

test('of a room above nothing is named, no door either', () => {
  expect(refusalOf('question', 'exam.listed')).toContain('a room above')
  expect(refusalOf('jobs', 'org.person')).toContain('a room above')
})

test('a table that stands below is open to the room that manages it, and to no other', () => {
  expect(refusalOf('usergroup', 'identity.group_member')).toBeUndefined()
  expect(refusalOf('exam', 'identity.group_member')).toContain('read a door')
})

test('tables are seen in raw SQL, in builders and in functions; in comments, calls and triggers they are none', () => {
  expect([...relationsIn("sql`select from sitting.attempt a`, db.selectFrom('paper.slot as p')")]).toEqual([
    'sitting.attempt',
    'paper.slot',
  ])
  expect([...relationsIn('-- exam.exam\nselect exam.last_close(a) from org.staff')]).toEqual(['org.staff'])
  expect([
    ...relationsIn(
      'create or replace trigger t after insert on identity.group_member\n  for each statement execute function a.b();',
    ),
  ]).toEqual([])
})

test('a function of a room below is called where it is offered, of a room above never', () => {
  expect(refusalOf('proctoring', 'exam.candidates_of')).toBeUndefined()
  expect(refusalOf('proctoring', 'sitting.overdue_attempts')).toContain('read a door')
  expect(refusalOf('question', 'exam.candidates_of')).toContain('a room above')
})

test('functions are seen where they are called, not where they are made, granted or told of', () => {
  const source = `-- exam.under_way(x)
    create or replace function exam.own_times(a uuid) returns void
    grant execute on function sitting.watch_list(uuid) to kaopei_app;
    select sitting.attempts_of(a), kit.nothing(b), now() from exam.under_way(c)`
  expect([...functionsIn(source)]).toEqual(['sitting.attempts_of', 'exam.under_way'])
})
