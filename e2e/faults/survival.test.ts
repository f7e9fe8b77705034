import { randomUUID } from 'node:crypto'
import { learnPing } from '@kaopei/course/contract/ping'
import { arrangeCourse, arrangeLearner, arrangeMedia } from '@kaopei/course/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { enter, openExam, questionCount, type Sheet } from './exam.ts'
import { eventually, Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await Rig.open()
  rig.start('server')
  await rig.waitUntilReady()
})
afterAll(() => rig?.close())

interface Acknowledged {
  readonly slot: number
  readonly rev: number
  readonly optionId: string
}

/** A candidate who keeps answering; every write is repeated with its own number until it is acknowledged. */
class Writer {
  readonly journal: Acknowledged[] = []
  readonly client: DemoClient
  readonly sheet: Sheet
  readonly #revs = new Map<number, number>()
  #seq: number

  constructor(client: DemoClient, sheet: Sheet) {
    this.client = client
    this.sheet = sheet
    this.#seq = sheet.nextSeq
  }

  async write(slot: number, optionId: string): Promise<void> {
    const item = {
      slot,
      answer: { type: 1 as const, optionId },
      baseRev: this.#revs.get(slot) ?? 0,
      clientSeq: this.#seq++,
      seen: true,
    }
    const saved = await eventually(() =>
      this.client.call(sitting.save, { attemptId: this.sheet.attemptId, leaseEpoch: this.sheet.lease.epoch, items: [item] }),
    )
    const [answer] = saved.slots
    if (answer?.status !== 'saved' || answer.rev === null || answer.receipt === null)
      throw new Error(`not saved: ${JSON.stringify(answer)}`)
    this.#revs.set(slot, answer.rev)
    this.journal.push({ slot, rev: answer.rev, optionId })
  }

  submit() {
    const lastRevs = [...this.#revs].map(([slot, rev]) => ({ slot, rev }))
    const input = {
      attemptId: this.sheet.attemptId,
      leaseEpoch: this.sheet.lease.epoch,
      lastRevs,
      submissionKey: `key-${this.sheet.attemptId}`,
    }
    return eventually(() => this.client.call(sitting.submit, input))
  }
}

async function writersOf(from: number, count: number): Promise<Writer[]> {
  const people = rig.company.staff.slice(from, from + count)
  const examId = await openExam(rig, people)
  return Promise.all(
    people.map(async (person) => {
      const client = await rig.clientOf(person.id)
      return new Writer(client, await enter(client, examId))
    }),
  )
}

/** So many rounds each, and on while `goesOn` says so. */
async function keepWriting(writers: readonly Writer[], rounds: number, goesOn = () => false): Promise<void> {
  const slots = writers
    .flatMap((writer) => [writer])
    .map(async (writer) => {
      for (let round = 0; round < rounds || goesOn(); round++) {
        const slot = writer.sheet.items[round % questionCount]?.slot ?? 1
        await writer.write(slot, ['a', 'b', 'c', 'd'][round % 4] ?? 'a')
      }
    })
  await Promise.all(slots)
}

/** Every acknowledged write is there under its revision, once, and the newest acknowledged one is the answer that counts. */
async function expectNothingLost(writers: readonly Writer[]): Promise<void> {
  for (const writer of writers) {
    const { rows: revisions } = await rig.pools.owner.query<{ slot: number; rev: number; option: string; seq: string }>(
      `select slot, rev, answer->>'optionId' as option, client_seq::text as seq from sitting.answer_revision where attempt_id = $1`,
      [writer.sheet.attemptId],
    )
    const stored = new Map(revisions.map((row) => [`${row.slot}/${row.rev}`, row.option]))
    for (const known of writer.journal) expect(stored.get(`${known.slot}/${known.rev}`)).toBe(known.optionId)
    expect(new Set(revisions.map((row) => row.seq)).size).toBe(revisions.length)
    const { rows: current } = await rig.pools.owner.query<{ slot: number; option: string }>(
      `select slot, answer->>'optionId' as option from sitting.attempt_item where attempt_id = $1 and answer is not null`,
      [writer.sheet.attemptId],
    )
    const newest = new Map(writer.journal.map((known) => [known.slot, known.optionId]))
    expect(new Map(current.map((row) => [row.slot, row.option]))).toEqual(newest)
  }
}

test('a server killed again and again between write and acknowledgement loses and doubles no answer', async () => {
  const writers = await writersOf(10, 8)
  let kill = 0
  const writing = keepWriting(writers, 40, () => kill < 4)
  for (; kill < 4; kill++) {
    const before = writers.reduce((sum, writer) => sum + writer.journal.length, 0)
    await eventually(async () => {
      const now = writers.reduce((sum, writer) => sum + writer.journal.length, 0)
      if (now < before + 30) throw new Error('too few answers since the last kill')
    })
    await rig.kill('server')
    rig.start('server')
    await rig.waitUntilReady()
  }
  await writing
  await expectNothingLost(writers)
})

test('a report of learning whose server is killed between the write and its answer counts once', async () => {
  const staffId = rig.company.staff[70]?.id ?? ''
  const whose = { companyId: rig.company.id, staffId }
  const owner = { rows: (text: string, values: unknown[]) => rig.pools.owner.query(text, values) }
  const film = { kind: 'courseware', targetId: randomUUID(), rule: {} }
  const { courseId: course, taskIds } = await arrangeCourse(owner, whose.companyId, { chapters: [[film]] })
  const task = taskIds[0] ?? ''
  await arrangeLearner(owner, { ...whose, courseId: course })
  const openedAt = new Date(Date.now() - 60_000)
  const { session } = await arrangeMedia(owner, { ...whose, courseId: course }, { taskId: task, lengthSeconds: 600, openedAt })
  const learner = await rig.clientOf(staffId)
  const tell = (until: number) => learner.call(learnPing.ping, { course, task, session, seq: 1, ranges: [[0, until]] })
  const person = [whose.companyId, staffId]
  await rig.pools.owner.query('insert into course.learner_clock (company_id, staff_id) values ($1, $2)', person)
  const written = await rig.pools.owner.connect()
  await written.query('begin')
  await written.query('select from course.learner_clock where company_id = $1 and staff_id = $2 for update', person)
  const unanswered = tell(5).then(
    () => 'answered',
    () => 'no answer',
  )
  await eventually(async () => {
    const { rowCount } = await rig.pools.owner.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%credit_ping%'`,
    )
    if (rowCount !== 1) throw new Error('the report does not wait for its person’s clock yet')
  })
  await rig.kill('server')
  expect(await unanswered).toBe('no answer')
  await written.query('commit')
  written.release()
  await eventually(async () => {
    const { rowCount } = await rig.pools.owner.query('select from course.ping where company_id = $1 and staff_id = $2', person)
    if (rowCount !== 1) throw new Error('the report is not written yet')
  })
  rig.start('server')
  await rig.waitUntilReady()
  const counted = { credited: [[0, 5]], coveredSeconds: 5, learnedSeconds: 5 }
  expect(await tell(5)).toMatchObject(counted)
  expect(await tell(600)).toMatchObject(counted)
})

test('a server that is told to stop under load ends cleanly, and its successor goes on with every answer', async () => {
  const writers = await writersOf(20, 6)
  const writing = keepWriting(writers, 30)
  await eventually(async () => {
    if (writers.reduce((sum, writer) => sum + writer.journal.length, 0) < 30) throw new Error('too few answers yet')
  })
  expect(await rig.stop('server')).toBe(0)
  rig.start('server')
  await rig.waitUntilReady()
  await writing
  await expectNothingLost(writers)
})

test('a database killed under load loses nothing, and the server goes on without a restart', async () => {
  const writers = await writersOf(30, 6)
  const writing = keepWriting(writers, 40)
  await eventually(async () => {
    if (writers.reduce((sum, writer) => sum + writer.journal.length, 0) < 40) throw new Error('too few answers yet')
  })
  await rig.database.kill()
  await rig.database.restart()
  await writing
  await expectNothingLost(writers)
})

test('papers handed in while server and worker are killed end handed in once and scored once', async () => {
  const writers = await writersOf(50, 16)
  await keepWriting(writers, questionCount)
  rig.start('worker')
  const submitting = Promise.all(writers.map((writer) => writer.submit()))
  await rig.kill('server')
  await rig.kill('worker')
  rig.start('server')
  rig.start('worker')
  await submitting
  const again = await Promise.all(writers.map((writer) => writer.submit()))
  expect(new Set(again.map((answer) => answer.attemptId)).size).toBe(writers.length)
  const ids = writers.map((writer) => writer.sheet.attemptId)
  const attempts = await eventually(async () => {
    const { rows } = await rig.pools.owner.query<{ state: string; score: number; submissions: number; evaluations: number }>(
      `select a.state, a.score_hundredths as score,
         (select count(*)::integer from sitting.attempt_event e where e.attempt_id = a.id and e.type like '%submit%') as submissions,
         (select count(*)::integer from sitting.evaluation v where v.attempt_id = a.id) as evaluations
       from sitting.attempt a where a.id = any($1)`,
      [ids],
    )
    if (rows.some((row) => row.score === null)) throw new Error('not all scored yet')
    return rows
  }, 60)
  expect(attempts).toHaveLength(writers.length)
  for (const attempt of attempts) expect(attempt.evaluations).toBe(questionCount)
  await expectNothingLost(writers)
})
