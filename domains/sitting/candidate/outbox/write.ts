/** One slot's newest write that no receipt answers yet, and what becomes of it. Pure: the engine in outbox.ts keeps the time. */
import { canonicalJson } from '@kaopei/contract'
import { withoutExpiry } from '@kaopei/question/candidate'
import type { Answer } from '@kaopei/question/contract/answer'
import { isBlank } from '@kaopei/question/contract/answer'

export interface PendingWrite {
  readonly slot: number
  /** Absent while only the flag or "seen" is to be told. */
  readonly answer?: Answer
  readonly isFlagged?: boolean
  readonly seen?: boolean
  readonly cleared?: boolean
  readonly seq: number
  readonly baseRev: number
  /** Sequence numbers of own earlier writes of this slot that were sent and never answered. */
  readonly priorSeqs: readonly number[]
  /** What those writes said, canonically: found on the server it is one's own text, not somebody else's. */
  readonly priorTexts: readonly string[]
  /** Went out at least once; its outcome is unknown. */
  readonly wasSent: boolean
  /** In conflict with what the server holds: waits for the candidate's choice. */
  readonly isHeld?: boolean
  /** ISO text by this device's clock, whatever that says. */
  readonly at: string
}

export interface WriteChange {
  readonly answer?: Answer
  readonly isFlagged?: boolean
  readonly seen?: boolean
}

const keptPriors = 30
const keptTexts = 5

/** The newest write after a change: what an unanswered one said is carried along, its number is remembered. */
export function changedWrite(
  pending: PendingWrite | undefined,
  change: WriteChange,
  facts: { slot: number; seq: number; baseRev: number; at: string },
): PendingWrite {
  const answer = change.answer ?? pending?.answer
  const isFlagged = change.isFlagged ?? pending?.isFlagged
  const seen = change.seen ?? pending?.seen
  return {
    slot: facts.slot,
    seq: facts.seq,
    baseRev: pending?.answer ? pending.baseRev : facts.baseRev,
    ...priorsOf(pending),
    wasSent: false,
    at: facts.at,
    ...(answer && { answer, cleared: isBlank(answer) }),
    ...(isFlagged !== undefined && { isFlagged }),
    ...(seen !== undefined && { seen }),
  }
}

function priorsOf(pending: PendingWrite | undefined): Pick<PendingWrite, 'priorSeqs' | 'priorTexts'> {
  if (!pending) return { priorSeqs: [], priorTexts: [] }
  if (!pending.wasSent || !pending.answer) return { priorSeqs: pending.priorSeqs, priorTexts: pending.priorTexts }
  return {
    priorSeqs: [...pending.priorSeqs, pending.seq].slice(-keptPriors),
    priorTexts: [...pending.priorTexts, textOf(pending.answer)].slice(-keptTexts),
  }
}

/** After a receipt for an older write of the same slot: the newer one now stands on that revision. */
export function rebased(pending: PendingWrite, seq: number, rev: number): PendingWrite {
  return { ...pending, baseRev: rev, priorSeqs: pending.priorSeqs.filter((prior) => prior > seq) }
}

export type Adoption = 'settled' | 'resend' | 'conflict'

/**
 * What a write from before a change of lease means against the sheet that came with it: the server has it already, it may simply be sent
 * again, or the candidate must choose.
 */
export function adopt(pending: PendingWrite, server: { answer: Answer | null; rev: number }): Adoption {
  if (!pending.answer) return 'resend'
  const theirs = server.answer && textOf(server.answer)
  if (theirs === textOf(pending.answer)) return 'settled'
  if (server.rev === pending.baseRev) return 'resend'
  return theirs !== null && pending.priorTexts.includes(theirs) ? 'resend' : 'conflict'
}

/** For comparison: the server shows the same picture by another address every time. */
function textOf(answer: Answer): string {
  return withoutExpiry(canonicalJson(answer))
}

/** What goes over the wire. */
export function wireItem(pending: PendingWrite) {
  const { slot, answer, isFlagged, seen, cleared, seq, baseRev, priorSeqs, at } = pending
  return {
    slot,
    baseRev,
    clientSeq: seq,
    clientTime: at,
    ...(priorSeqs.length > 0 && { priorSeqs: [...priorSeqs] }),
    ...(answer && { answer }),
    ...(isFlagged !== undefined && { isFlagged }),
    ...(seen !== undefined && { seen }),
    ...(cleared && { cleared }),
  }
}
export type WireItem = ReturnType<typeof wireItem>
