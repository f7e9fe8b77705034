import { entry } from '@kaopei/exam/contract/entry'
import { capture } from '@kaopei/proctoring/contract/capture'
import type { QuestionContent } from '@kaopei/question/contract/content'
import type { ClientEvent } from '@kaopei/sitting/contract/shapes'
import { sitting } from '@kaopei/sitting/contract/sitting'
import type { DemoClient } from '../client.ts'
import type { DemoStaff } from '../company.ts'
import { mulberry } from '../exams.ts'
import { answerOf, keysOf } from '../sitting.ts'
import type { Stage } from '../stage.ts'

export interface Entrance {
  readonly examId: string
  readonly at: Date
  readonly address: string
  /** `<browser>:<tab>` */
  readonly device: string
  /** 0..1: how likely this person is to know an answer. */
  readonly ability: number
  /** Who has the same gives the same answers. */
  readonly seed: number
}

/** Somebody who sits under supervision. */
export interface Sitter {
  readonly person: DemoStaff
  readonly client: DemoClient
  readonly entrance: Entrance
  readonly attemptId: string
  readonly leaseEpoch: number
  /** Where recordings go. */
  readonly pieceAddress: string
  readonly questions: readonly (readonly [slot: number, content: QuestionContent])[]
  readonly revs: Map<number, number>
  readonly next: { clientSeq: number; event: number }
}

/** Through notice, consent and door, and told what is recorded. */
export async function begin(stage: Stage, person: DemoStaff, entrance: Entrance): Promise<Sitter> {
  const { examId, address, device, at } = entrance
  const client = stage.as(person, false, address)
  stage.now = new Date(at.getTime() - 60_000)
  const { hash, consents } = await client.call(entry.notice, { examId })
  await client.call(entry.confirmNotice, { examId, hash, consents: consents.map(({ kind }) => ({ kind, isAgreed: true })) })
  stage.now = at
  const { attemptId, nextSeq, lease } = await client.call(entry.start, { examId, device })
  const { pieceAddress } = await client.call(capture.plan, { attemptId })
  const questions = [...(await keysOf(stage, attemptId))].sort(([one], [other]) => one - other)
  const next = { clientSeq: nextSeq, event: 1 }
  return {
    ...{ person, client, entrance, attemptId, leaseEpoch: lease.epoch, pieceAddress, questions, next },
    revs: new Map(),
  }
}

interface Writing {
  /** Shares of the paper, 0..1. */
  readonly from: number
  readonly until: number
  readonly begun: Date
  readonly secondsEach: number
}

/** A part of the paper, four answers a call, as they are written. */
export async function write(stage: Stage, sitter: Sitter, { from, until, begun, secondsEach }: Writing): Promise<void> {
  const { questions, entrance, attemptId, leaseEpoch } = sitter
  const part = questions.slice(Math.round(from * questions.length), Math.round(until * questions.length))
  for (let first = 0; first < part.length; first += 4) {
    stage.now = new Date(begun.getTime() + (first + 4) * secondsEach * 1000)
    const items = part.slice(first, first + 4).map(([slot, content]) => {
      const chance = mulberry(entrance.seed + seedOf(content.stem))
      const answer = answerOf(content, chance() < entrance.ability, chance)
      return { slot, answer, baseRev: 0, clientSeq: sitter.next.clientSeq++, clientTime: stage.now.toISOString(), seen: true }
    })
    const { slots } = await sitter.client.call(sitting.save, { attemptId, leaseEpoch, items })
    for (const { slot, rev } of slots) if (rev !== null) sitter.revs.set(slot, rev)
  }
}

/** The same question is answered alike wherever it stands on the paper. */
function seedOf(stem: string): number {
  return [...stem].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
}

type Told = Omit<ClientEvent, 'seq' | 'clientTime'>

/** What the page tells at this moment; answers what the candidate is to acknowledge. */
export async function tellEvents(stage: Stage, sitter: Sitter, at: Date, told: readonly Told[]) {
  stage.now = at
  const events = told.map((event) => ({ ...event, seq: sitter.next.event++, clientTime: at.toISOString() }))
  const { attemptId, leaseEpoch } = sitter
  return sitter.client.call(sitting.heartbeat, { attemptId, leaseEpoch, events })
}

const here = { visible: true, focused: true, fullScreen: true }

/** Another window for so long. */
export async function leave(stage: Stage, sitter: Sitter, at: Date, seconds: number): Promise<void> {
  await tellEvents(stage, sitter, at, [{ type: 'signal', presence: { ...here, visible: false, focused: false } }])
  await tellEvents(stage, sitter, new Date(at.getTime() + seconds * 1000), [{ type: 'signal', presence: here }])
}

/** Whatever invigilators have said is read. */
export async function acknowledge(stage: Stage, sitter: Sitter, at: Date): Promise<void> {
  const { attemptId } = sitter
  const { tellings } = await tellEvents(stage, sitter, at, [])
  for (const { id } of tellings) await sitter.client.call(sitting.acknowledge, { attemptId, tellingId: id })
}

export async function handIn(stage: Stage, sitter: Sitter, at: Date, cause: 'manual' | 'limit' = 'manual'): Promise<void> {
  stage.now = at
  const { attemptId, leaseEpoch, revs } = sitter
  const lastRevs = [...revs].map(([slot, rev]) => ({ slot, rev }))
  await sitter.client.call(sitting.submit, {
    ...{ attemptId, leaseEpoch, lastRevs, submissionKey: `demo-${attemptId}`, cause },
  })
}
