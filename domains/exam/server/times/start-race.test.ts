import { randomUUID } from 'node:crypto'
import type { Db } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { changeTerms, insertAttempt, sittingModule } from '@kaopei/sitting/server'
import { browserA, closeOverdue, plainTerms } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenPolicy } from '../../contract/candidate-policy.ts'
import { entry } from '../../contract/entry.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examModule } from '../exam.module.ts'
import { lockedExam, valuesOf } from '../exam.service.ts'
import { updateExam } from '../exam.sql.ts'
import { followGroups } from '../people/groups.service.ts'
import { applyPolicies } from '../policies/policies.handlers.ts'
import { upsertPolicies } from '../policies/policy.sql.ts'
import { arrangeExam } from '../sitting-arrange.ts'
import { recomputeDue } from './change.ts'
import { examOwner } from './terms.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())

const minute = 60_000
const now = () => new Date(Math.floor(Date.now() / 1000) * 1000)

/** Does the work in a transaction that stays open until `commit` is called. */
function inOpenTransaction(companyId: string, work: (db: Db) => Promise<unknown>) {
  const done = Promise.withResolvers<void>()
  const worked = Promise.withResolvers<void>()
  const committed = world.inCompany(companyId, async (db) => {
    await work(db)
    worked.resolve()
    await done.promise
  })
  committed.catch(worked.reject)
  return {
    worked: worked.promise,
    commit: () => {
      done.resolve()
      return committed
    },
  }
}

/** Somebody stands before the lock of an exam's times. */
const somebodyWaits = () =>
  vi.waitFor(async () => {
    const waiting = await world.rows(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(waiting).toHaveLength(1)
  })

async function openExam(closeAt: Date) {
  const { companyId, examId, candidates } = await arrangeExam(world, { closeAt, limitMinutes: null })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { hash } = await world.as(actor).get(entry.notice, { examId })
  await world.as(actor).get(entry.confirmNotice, { examId, hash })
  const actorId = randomUUID()
  const moveClose = async (db: Db, to: Date) => {
    const before = await lockedExam(db, { id: examId, version: undefined, now: now() })
    const after = { ...valuesOf(before), closeAt: to }
    await updateExam(db, examId, after, now())
    await recomputeDue(db, { examId, exam: after, now: now(), actorId })
  }
  const dues = async () =>
    (await world.rows<{ due: Date }>('select due_at as due from sitting.attempt where owner_id = $1', [examId])).map(
      ({ due }) => due,
    )
  return { companyId, examId, actor, moveClose, dues }
}

test('who starts while the close is being moved gets the new deadline', async () => {
  const [early, late] = [new Date(now().getTime() + 30 * minute), new Date(now().getTime() + 90 * minute)]
  const { companyId, examId, actor, moveClose, dues } = await openExam(early)
  const change = inOpenTransaction(companyId, (db) => moveClose(db, late))
  await change.worked
  const started = world.as(actor).get(entry.start, { examId, device: browserA })
  await somebodyWaits()
  await change.commit()
  expect((await started).due).toBe(late.toISOString())
  expect(await dues()).toEqual([late])
})

test('the close waits for an attempt that is just being written, and moves its deadline too', async () => {
  const [early, late] = [new Date(now().getTime() + 30 * minute), new Date(now().getTime() + 90 * minute)]
  const { companyId, examId, actor, moveClose, dues } = await openExam(early)
  const attempt = {
    ...{ id: randomUUID(), owner: examOwner(examId), staffId: actor.staffId, number: 1, startedAt: now(), due: early },
    ...{ terms: plainTerms, device: browserA, sessionId: randomUUID(), ip: '', userAgent: '', maxScoreHundredths: 0 },
    condition: { function: 'exam.may_open' as const, seen: { version: 1, own: null } },
  }
  const start = inOpenTransaction(companyId, async (db) => expect(await insertAttempt(db, attempt, [])).toBe(true))
  await start.worked
  const changed = world.inCompany(companyId, (db) => moveClose(db, late))
  await somebodyWaits()
  await start.commit()
  await changed
  expect(await dues()).toEqual([late])
})

test('who starts after the exam was closed meanwhile is told so', async () => {
  const { companyId, examId, actor, moveClose, dues } = await openExam(new Date(now().getTime() + 30 * minute))
  const change = inOpenTransaction(companyId, (db) => moveClose(db, new Date(now().getTime() - minute)))
  await change.worked
  const started = world.as(actor).call(entry.start, { examId, device: browserA })
  await somebodyWaits()
  await change.commit()
  expect(await started).toMatchObject({ code: 2350, message: '考试已结束', data: { refusal: 'closed' } })
  expect(await dues()).toEqual([])
})

test('extra time given at the same moment counts', async () => {
  const { companyId, examId, actor } = await openExam(new Date(now().getTime() + 30 * minute))
  const admin = await world.actor({ companyId })
  const before = await world.as(actor).get(entry.myExams, {})
  const closesAt = new Date(before.dataList[0]?.closeAt ?? '')
  await Promise.all([
    world.as(actor).get(entry.start, { examId, device: browserA }),
    world
      .as(admin)
      .get(examOverrides.save, { examinationId: examId, staffIds: [actor.staffId], extraMinutes: 15, reason: '照顾' }),
  ])
  const [attempt] = await world.rows<{ due: Date }>('select due_at as due from sitting.attempt where owner_id = $1', [examId])
  expect(attempt?.due).toEqual(new Date(closesAt.getTime() + 15 * minute))
})

test('what is arranged for somebody who is just starting holds for the attempt', async () => {
  const { companyId, examId, actor } = await openExam(new Date(now().getTime() + 30 * minute))
  const policy = { ...givenPolicy.parse({}), isScreenReader: true, fontPercent: 150 }
  const [staffIds, actorId] = [[actor.staffId], randomUUID()]
  const change = inOpenTransaction(companyId, async (db) => {
    const exam = await lockedExam(db, { id: examId, version: undefined, now: now() })
    await upsertPolicies(db, { examId, staffIds, policy, reason: '视力障碍', actorId, now: now() })
    await applyPolicies(db, exam, { staffIds, actorId, now: now() })
  })
  await change.worked
  const started = world.as(actor).get(entry.start, { examId, device: browserA })
  await somebodyWaits()
  await change.commit()
  expect((await started).comfort).toEqual({ isScreenReader: true, fontPercent: 150 })
})

test('the sweep waits for time that is just being given, and leaves the attempt open', async () => {
  const { companyId, examId, actor } = await openExam(new Date(now().getTime() + 30 * minute))
  await world.as(actor).get(entry.start, { examId, device: browserA })
  const due = new Date(now().getTime() - 5 * minute)
  await world.rows('update sitting.attempt set due_at = $2 where owner_id = $1', [examId, due])
  const later = new Date(now().getTime() + 60 * minute)
  const given = inOpenTransaction(companyId, async (db) => {
    const times = () => ({ closeAt: later, limitMinutes: 0 })
    await changeTerms(db, { owner: examOwner(examId), now: now(), actorId: randomUUID(), times })
  })
  await given.worked
  const swept = closeOverdue(world.services, now())
  await vi.waitFor(async () => {
    const waiting = await world.rows(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).toHaveLength(1)
  })
  await given.commit()
  await swept
  expect(await world.rows('select state, due_at as due from sitting.attempt where owner_id = $1', [examId])).toEqual([
    { state: 'in_progress', due: later },
  ])
})

test('who is just starting when their group loses them keeps the attempt and the place on the list', async () => {
  const { companyId, examId, actor } = await openExam(new Date(now().getTime() + 30 * minute))
  await world.rows('update exam.candidate set is_chosen = false where exam_id = $1', [examId])
  // A group that they are no member of any more is all that had them on the list.
  const [group] = await world.rows<{ id: string }>(
    `insert into usergroup.staff_group (company_id, name) values ($1, '夜班') returning id`,
    [companyId],
  )
  await world.rows('insert into exam.exam_group (company_id, exam_id, group_id, mode) values ($1, $2, $3, 2)', [
    companyId,
    examId,
    group?.id,
  ])
  await world.rows('insert into exam.group_mark (company_id, exam_id) values ($1, $2)', [companyId, examId])
  const attempt = {
    ...{ id: randomUUID(), owner: examOwner(examId), staffId: actor.staffId, number: 1, startedAt: now(), due: null },
    ...{ terms: plainTerms, device: browserA, sessionId: randomUUID(), ip: '', userAgent: '', maxScoreHundredths: 0 },
    condition: { function: 'exam.may_open' as const, seen: { version: 1, own: null } },
  }
  const start = inOpenTransaction(companyId, async (db) => expect(await insertAttempt(db, attempt, [])).toBe(true))
  await start.worked
  const followed = world.inCompany(companyId, (db) => followGroups(db, { examId, now: now() }))
  await somebodyWaits()
  await start.commit()
  await followed
  expect(await world.rows('select staff_id as id from exam.candidate where exam_id = $1', [examId])).toEqual([
    { id: actor.staffId },
  ])
  expect(await world.rows('select 1 from sitting.attempt where owner_id = $1', [examId])).toHaveLength(1)
})
