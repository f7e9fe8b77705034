/** One virtual candidate: begins at its time, answers as quickly as it thinks, shows signs of life, hands in with everybody. */
import { setTimeout as pause } from 'node:timers/promises'
import { entry } from '@kaopei/exam/contract/entry'
import type { VirtualSession } from '@kaopei/identity/server'
import type { Sheet } from '@kaopei/sitting/contract/shapes'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { someAnswer } from './answers.ts'
import type { VirtualClient } from './client.ts'
import type { Tally } from './tally.ts'

const heartbeatMs = 18_000
const handInTries = 3

export interface Course {
  readonly examId: string
  readonly device: string
  readonly beginAfterMs: number
  /** From the beginning of the run. */
  readonly handInAfterMs: number
  readonly thinkMs: number
  readonly beganAt: number
  readonly signal: AbortSignal
}

interface Sitting {
  readonly client: VirtualClient
  readonly session: VirtualSession
  readonly tally: Tally
}

export async function sitExam(own: Sitting, course: Course): Promise<void> {
  const { client, session, tally } = own
  const { examId, device, signal } = course
  await until(course, course.beginAfterMs)
  const sheet = await tally.timed('start', () => client.call(session, entry.start, { examId, device }))
  if (!sheet) {
    tally.failed += 1
    return
  }
  const revs = new Map(sheet.items.map(({ slot, rev }) => [slot, rev]))
  await Promise.all([beatOn(own, course, sheet), answerOn(own, course, { sheet, revs })])
  signal.throwIfAborted()
  await handIn(own, course, { sheet, revs })
}

interface Open {
  readonly sheet: Sheet
  readonly revs: Map<number, number>
}

async function answerOn({ client, session, tally }: Sitting, course: Course, { sheet, revs }: Open): Promise<void> {
  const { attemptId, lease, nextSeq, items } = sheet
  for (let turn = 0; ; turn++) {
    // Nobody thinks equally long twice.
    const next = performance.now() - course.beganAt + course.thinkMs * (0.5 + Math.random())
    // Whoever was let in so late that the time is over still answers once: a run without a save would have measured none.
    if (next >= course.handInAfterMs && turn > 0) return until(course, course.handInAfterMs)
    await until(course, Math.min(next, course.handInAfterMs))
    const item = items[turn % items.length]
    if (!item) continue
    const { slot, view } = item
    const write = { slot, answer: someAnswer(view, turn), baseRev: revs.get(slot) ?? 0, clientSeq: nextSeq + turn, seen: true }
    const saved = await tally.timed('save', () =>
      client.call(session, sitting.save, { attemptId, leaseEpoch: lease.epoch, items: [write] }),
    )
    const rev = saved?.slots[0]?.rev
    if (typeof rev === 'number') revs.set(slot, rev)
  }
}

async function beatOn({ client, session, tally }: Sitting, course: Course, { attemptId, lease }: Sheet): Promise<void> {
  for (;;) {
    const next = performance.now() - course.beganAt + heartbeatMs * (0.9 + Math.random() * 0.2)
    if (next >= course.handInAfterMs) return
    await until(course, next)
    await tally.timed('heartbeat', () =>
      client.call(session, sitting.heartbeat, { attemptId, leaseEpoch: lease.epoch, events: [] }),
    )
  }
}

async function handIn({ client, session, tally }: Sitting, course: Course, { sheet, revs }: Open): Promise<void> {
  const { attemptId, lease } = sheet
  const lastRevs = [...revs].map(([slot, rev]) => ({ slot, rev }))
  const wish = { attemptId, leaseEpoch: lease.epoch, lastRevs, submissionKey: `rehearsal-${attemptId}` }
  for (let turn = 0; turn < handInTries; turn++) {
    if (await tally.timed('submit', () => client.call(session, sitting.submit, wish))) return
    await pause(1000, undefined, { signal: course.signal })
  }
  tally.failed += 1
}

function until({ beganAt, signal }: Course, afterMs: number): Promise<void> {
  return pause(Math.max(0, beganAt + afterMs - performance.now()), undefined, { signal })
}
