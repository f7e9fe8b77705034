import { createHmac } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import type { Answer } from '@kaopei/question/contract/answer'
import { inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sitting } from '../../contract/sitting.ts'
import { lockAttempt } from '../attempt.sql.ts'
import { sittingModule } from '../module.ts'
import { browserB, rightAnswers } from '../paper-arrange.ts'
import { answerHash } from './receipt.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const secondsLater = (count: number) => {
  const then = new Date(Date.now() + count * 1000)
  world.now = () => then
}
const text = (words: string): Answer => ({ type: 6, format: 'text', text: words })
const choose = (optionId: string | null): Answer => ({ type: 1, optionId })

async function sitter(wish: Parameters<typeof arrangeExam>[1] = {}) {
  const { examId, candidates, companyId } = await arrangeExam(world, wish)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const sheet = await startExam(world, actor, examId)
  return { actor, companyId, examId, sheet, attemptId: sheet.attemptId }
}

interface Write {
  slot: number
  answer?: Answer
  baseRev?: number
  clientSeq: number
  priorSeqs?: number[]
  cleared?: boolean
  seen?: boolean
  isFlagged?: boolean
  clientTime?: string
}

function save(actor: TestActor, attemptId: string, writes: Write[], leaseEpoch = 1) {
  return world.as(actor).call(sitting.save, {
    attemptId,
    leaseEpoch,
    items: writes.map((write) => ({ baseRev: 0, ...write })),
  })
}
const revisions = (attemptId: string) =>
  world.rows<{ slot: number; rev: number; kind: string; answer: Answer }>(
    'select slot, rev, kind, answer from sitting.answer_revision where attempt_id = $1 order by slot, rev',
    [attemptId],
  )
const current = async (attemptId: string, slot: number) =>
  (await world.rows('select * from sitting.attempt_item where attempt_id = $1 and slot = $2', [attemptId, slot]))[0]

test('one call saves several answers, each with a receipt over what was stored', async () => {
  const { actor, attemptId, sheet } = await sitter()
  const writes = rightAnswers.map((answer, index) => ({ slot: index + 1, answer, clientSeq: index + 1 }))
  const { data } = await save(actor, attemptId, writes)
  expect(data).toMatchObject({ due: sheet.due, leaseEpoch: 1 })
  expect(data.slots.map(({ status, rev }) => [status, rev])).toEqual(writes.map(() => ['saved', 1]))
  const [first] = data.slots
  const said = `receipt|${attemptId}|1|1|${answerHash(choose('b'))}|${first?.savedAt}`
  expect(first?.receipt).toBe(createHmac('sha256', 'test-secret').update(said).digest('hex'))
  const again = await world.as(actor).get(sitting.resume, { attemptId, device: browserB })
  expect(again.items.map(({ answer }) => answer)).toEqual(expect.arrayContaining([...rightAnswers]))
  expect(again.items.find(({ slot }) => slot === 1)?.receipt).toBe(first?.receipt)
  expect(again.nextSeq).toBe(7)
})

test('the same sequence number again answers the first receipt and writes nothing, however late it comes', async () => {
  const { actor, attemptId } = await sitter()
  const write = { slot: 1, answer: choose('a'), clientSeq: 1 }
  const first = await save(actor, attemptId, [write])
  secondsLater(5)
  const second = await save(actor, attemptId, [write])
  expect(second.data.slots).toEqual(first.data.slots)
  await save(actor, attemptId, [{ slot: 1, answer: choose('c'), baseRev: 1, clientSeq: 2 }])
  expect((await save(actor, attemptId, [write])).data.slots).toEqual(first.data.slots)
  expect(await current(attemptId, 1)).toMatchObject({ rev: 2, answer: choose('c') })
  secondsLater(3600 + 120)
  const late = await save(actor, attemptId, [write])
  expect(late).toMatchObject({ code: 2355, data: { slots: [{ status: 'saved', receipt: first.data.slots[0]?.receipt }] } })
  expect(await revisions(attemptId)).toHaveLength(2)
})

test('thirty identical calls at once are one write', async () => {
  const { actor, attemptId } = await sitter()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1 }])),
  )
  expect(new Set(answers.map(({ data }) => data.slots[0]?.receipt)).size).toBe(1)
  expect(await revisions(attemptId)).toHaveLength(1)
})

test('candidates who save at the same time are judged each for themselves, and nobody waits for one whose attempt is held', async () => {
  const { examId, candidates, companyId } = await arrangeExam(world, { candidates: 6 })
  const sat = await Promise.all(
    candidates.map(async (actor) => ({ actor, attemptId: (await startExam(world, actor, examId)).attemptId })),
  )
  const [held, stranger, replaced, ...others] = sat
  if (!held || !stranger || !replaced) throw new Error('six are needed')
  const write = ({ actor, attemptId }: typeof held, turn: number, epoch = 1) =>
    world.as(actor).call(sitting.save, {
      attemptId,
      leaseEpoch: epoch,
      items: [{ slot: 1, answer: choose('b'), baseRev: turn, clientSeq: turn + 1 }],
    })
  const all = (turn: number) => [
    write({ ...stranger, attemptId: held.attemptId }, turn),
    write(replaced, turn, 9),
    ...others.map((other) => write(other, turn)),
  ]
  const waiting = await inTransaction(world.pools.app, companyId, async (db) => {
    await lockAttempt(db, held.attemptId)
    // The one who waits comes first, and in the middle.
    const late = [write(held, 0), Promise.all(all(0)), write(held, 0)] as const
    const answers = await Promise.all(others.map((other) => write(other, 1)))
    expect(answers.map(({ code, data }) => [code, data.slots[0]?.rev])).toEqual(others.map(() => [0, 2]))
    return { late }
  })
  const [one, rest, again] = await Promise.all(waiting.late)
  expect(one.data.slots[0]).toMatchObject({ status: 'saved', rev: 1 })
  expect(again.data.slots[0]?.receipt).toBe(one.data.slots[0]?.receipt)
  expect(rest.map(({ code }) => code)).toEqual([1008, 2353, 0, 0, 0])
  expect(await revisions(replaced.attemptId)).toMatchObject([{ slot: 1, kind: 'replaced' }])
  expect(new Set(rest.slice(2).map(({ data }) => data.slots[0]?.receipt)).size).toBe(3)
})

test('a write based on an older revision is kept beside the one that counts, and may be chosen afterwards', async () => {
  const { actor, attemptId } = await sitter()
  await save(actor, attemptId, [{ slot: 5, answer: text('第一稿'), clientSeq: 1 }])
  const conflict = await save(actor, attemptId, [{ slot: 5, answer: text('另一稿'), clientSeq: 2 }])
  expect(conflict.data.slots).toMatchObject([{ status: 'conflict', rev: 1, receipt: null, current: text('第一稿') }])
  expect((await save(actor, attemptId, [{ slot: 5, answer: text('另一稿'), clientSeq: 2 }])).data).toMatchObject({
    slots: [{ status: 'conflict', rev: 1 }],
  })
  const mine = await save(actor, attemptId, [{ slot: 5, answer: text('另一稿'), baseRev: 1, clientSeq: 3 }])
  expect(mine.data.slots).toMatchObject([{ status: 'saved', rev: 3 }])
  expect(await revisions(attemptId)).toMatchObject([
    { rev: 1, kind: 'save', answer: text('第一稿') },
    { rev: 2, kind: 'conflict', answer: text('另一稿') },
    { rev: 3, kind: 'save', answer: text('另一稿') },
  ])
})

test("a device's own write whose answer was lost is no conflict", async () => {
  const { actor, attemptId } = await sitter()
  await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1 }])
  const next = await save(actor, attemptId, [{ slot: 1, answer: choose('b'), clientSeq: 4, priorSeqs: [1, 2] }])
  expect(next.data.slots).toMatchObject([{ status: 'saved', rev: 2 }])
})

test('blank over written needs the word of the candidate', async () => {
  const { actor, attemptId } = await sitter()
  await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1 }])
  const refused = await save(actor, attemptId, [{ slot: 1, answer: choose(null), baseRev: 1, clientSeq: 2 }])
  expect(refused.data.slots).toMatchObject([{ status: 'blank', rev: 1, receipt: null, current: choose('a') }])
  const cleared = await save(actor, attemptId, [{ slot: 1, answer: choose(null), baseRev: 1, clientSeq: 3, cleared: true }])
  expect(cleared.data.slots).toMatchObject([{ status: 'saved', rev: 2 }])
  expect(await current(attemptId, 1)).toMatchObject({ answer: choose(null), answer_state: 'cleared' })
})

test('flags and seen questions are noted without a revision', async () => {
  const { actor, attemptId } = await sitter()
  const { data } = await save(actor, attemptId, [
    { slot: 1, clientSeq: 1, seen: true },
    { slot: 2, clientSeq: 2, isFlagged: true },
  ])
  expect(data.slots).toMatchObject([{ status: 'noted' }, { status: 'noted' }])
  expect(await current(attemptId, 1)).toMatchObject({ answer_state: 'seen_blank', is_flagged: false, rev: 0 })
  expect(await current(attemptId, 2)).toMatchObject({ is_flagged: true, rev: 0 })
  await save(actor, attemptId, [{ slot: 2, clientSeq: 4, isFlagged: false }])
  await save(actor, attemptId, [{ slot: 2, clientSeq: 3, isFlagged: true }])
  expect(await current(attemptId, 2)).toMatchObject({ is_flagged: false })
})

test('an answer of another type or to options that are not there is refused by its slot alone', async () => {
  const { actor, attemptId } = await sitter()
  const { data } = await save(actor, attemptId, [
    { slot: 1, answer: choose('z'), clientSeq: 1 },
    { slot: 2, answer: choose('a'), clientSeq: 2 },
    { slot: 4, answer: { type: 4, texts: { b9: '？' } }, clientSeq: 3 },
    { slot: 6, answer: { type: 7, choices: { g1: 'nope' } }, clientSeq: 4 },
    { slot: 99, answer: choose('a'), clientSeq: 5 },
    { slot: 3, answer: { type: 3, optionId: 'false' }, clientSeq: 6 },
  ])
  const statuses = Object.fromEntries(data.slots.map(({ slot, status }) => [slot, status]))
  expect(statuses).toEqual({ 1: 'invalid', 2: 'invalid', 4: 'invalid', 6: 'invalid', 99: 'unknown', 3: 'saved' })
  expect(await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: -4 }])).toMatchObject({ code: 1001 })
})

test('characters that a database cannot hold do not cost the answer', async () => {
  const { actor, attemptId } = await sitter()
  const { data } = await save(actor, attemptId, [{ slot: 5, answer: text('半个\ud83d字\0符😀'), clientSeq: 1 }])
  expect(data.slots).toMatchObject([{ status: 'saved' }])
  expect(await current(attemptId, 5)).toMatchObject({ answer: text('半个\ufffd字符😀') })
})

test('characters that a database cannot hold cost neither the sign of life nor the hand-in that they come with', async () => {
  const { actor, attemptId } = await sitter()
  const event = (seq: number) => {
    const clientTime = new Date().toISOString()
    return { seq, type: 'captureLost' as const, clientTime, detail: '屏幕\0\ud83d' }
  }
  expect(await world.as(actor).call(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [event(1)] })).toMatchObject({
    code: 0,
  })
  const handIn = { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1', events: [event(2)] }
  expect(await world.as(actor).call(sitting.submit, handIn)).toMatchObject({ code: 0, data: { state: 'submitted' } })
  const kept = await world.rows(
    `select data ->> 'detail' as detail from sitting.attempt_event where attempt_id = $1 and type = 'captureLost'`,
    [attemptId],
  )
  expect(kept).toEqual([{ detail: '屏幕\ufffd' }, { detail: '屏幕\ufffd' }])
})

test('a device that lost the lease is told so, and what it wrote is kept', async () => {
  const { actor, attemptId } = await sitter()
  await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  const stale = await save(actor, attemptId, [{ slot: 5, answer: text('旧设备'), clientSeq: 1 }])
  expect(stale).toMatchObject({ code: 2353, data: { leaseEpoch: 2, slots: [{ slot: 5, status: 'kept', receipt: null }] } })
  expect(await current(attemptId, 5)).toMatchObject({ answer: null, rev: 0 })
  expect(await revisions(attemptId)).toMatchObject([{ kind: 'replaced', answer: text('旧设备') }])
  const fresh = await save(actor, attemptId, [{ slot: 5, answer: text('新设备'), clientSeq: 1 }], 2)
  expect(fresh.data.slots).toMatchObject([{ status: 'saved', rev: 2 }])
})

test('after the grace a write is evidence, and never more than fifty', async () => {
  const { actor, attemptId } = await sitter()
  await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1 }])
  secondsLater(3600 + 61)
  for (let seq = 2; seq < 60; seq++) {
    const late = await save(actor, attemptId, [{ slot: 1, answer: choose('b'), baseRev: 1, clientSeq: seq }])
    expect(late).toMatchObject({ code: 2355, data: { slots: [{ status: 'kept', receipt: null }] } })
  }
  expect(await current(attemptId, 1)).toMatchObject({ rev: 1, answer: choose('a') })
  const kept = await revisions(attemptId)
  expect(kept.filter(({ kind }) => kind === 'late')).toHaveLength(50)
})

test('a paused attempt and one that was handed in take no answer; even a call with flags alone says why', async () => {
  const { actor, attemptId } = await sitter()
  await world.rows(`update sitting.attempt set state = 'paused' where id = $1`, [attemptId])
  expect(await save(actor, attemptId, [{ slot: 1, seen: true, clientSeq: 1 }])).toMatchObject({ code: 2356 })
  await world.rows(`update sitting.attempt set state = 'submitted' where id = $1`, [attemptId])
  expect(await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 2 }])).toMatchObject({ code: 2354 })
  expect(await revisions(attemptId)).toMatchObject([{ kind: 'late' }])
})

test('receipts can be listed and held against what is stored', async () => {
  const { actor, attemptId } = await sitter()
  const { data } = await save(actor, attemptId, [{ slot: 1, answer: choose('a'), clientSeq: 1 }])
  const [slot] = data.slots
  const list = await world.as(actor).get(sitting.receipts, { attemptId })
  expect(list.dataList).toMatchObject([{ slot: 1, rev: 1, receipt: slot?.receipt, isCurrent: true }])
  expect([list.slots, list.evidence]).toEqual([[1, 2, 3, 4, 5, 6], []])
  const receipts = [
    { slot: 1, rev: 1, receipt: slot?.receipt ?? '' },
    { slot: 1, rev: 2, receipt: slot?.receipt ?? '' },
    { slot: 1, rev: 1, receipt: 'forged' },
  ]
  expect(await world.as(actor).get(sitting.reconcile, { attemptId, receipts })).toEqual({
    matched: 1,
    missing: [
      { slot: 1, rev: 2 },
      { slot: 1, rev: 1 },
    ],
  })
})

test('a company that is set in one call is gone in the next on the same connection', async () => {
  const { actor, attemptId } = await sitter()
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => save(actor, attemptId, [{ slot: 1, seen: true, clientSeq: index + 1 }])),
  )
  const seen = await Promise.all(
    Array.from({ length: 40 }, () => world.pools.app.query<{ n: number }>('select count(*) as n from sitting.attempt')),
  )
  expect(seen.map(({ rows }) => rows[0]?.n)).toEqual(seen.map(() => 0))
})

test('signs of life at the same time are kept each for themselves, and nobody waits for one whose attempt is held', async () => {
  const { examId, candidates, companyId } = await arrangeExam(world, { candidates: 4 })
  const sat = await Promise.all(
    candidates.map(async (actor) => ({ actor, attemptId: (await startExam(world, actor, examId)).attemptId })),
  )
  const [held, stranger, ...others] = sat
  if (!held || !stranger) throw new Error('four are needed')
  const beat = ({ actor, attemptId }: typeof held, seq: number) => {
    const events = [{ seq, type: 'copy' as const, clientTime: new Date().toISOString() }]
    return world.as(actor).call(sitting.heartbeat, { attemptId, leaseEpoch: 1, events })
  }
  const { late } = await inTransaction(world.pools.app, companyId, async (db) => {
    await lockAttempt(db, held.attemptId)
    const late = [beat(held, 1), beat({ ...stranger, attemptId: held.attemptId }, 1), beat(held, 2)]
    const answers = await Promise.all(others.map((other) => beat(other, 1)))
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    return { late }
  })
  expect((await Promise.all(late)).map(({ code }) => code)).toEqual([0, 1008, 0])
  const counts = await world.rows(
    `select count(*)::int as n from sitting.attempt_event where attempt_id = any ($1) and source = 'client' group by attempt_id order by n`,
    [sat.map(({ attemptId }) => attemptId)],
  )
  expect(counts).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }])
})
