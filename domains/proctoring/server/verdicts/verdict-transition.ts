/**
 * The life of a case as one table. Marks are evidence and no step of it; a machine takes none. Each step becomes an appended row, the last
 * row counts.
 */
import { type CaseState, isHarmful, type VerdictKind } from '../../contract/verdicts/verdict-codes.ts'

export interface CaseStanding {
  readonly state: CaseState
  /** What is proposed or decided; null before anybody has judged. */
  readonly verdict: VerdictKind | null
  /** Who proposed and who confirmed what stands now. */
  readonly proposedBy: string | null
  readonly confirmedBy: string | null
  readonly appealUntil: Date | null
}

export const untouched: CaseStanding = {
  state: 'notReviewed',
  verdict: null,
  proposedBy: null,
  confirmedBy: null,
  appealUntil: null,
}

export type CaseStep =
  | { readonly name: 'judge'; readonly verdict: VerdictKind }
  | { readonly name: 'confirm' | 'decline' | 'withdraw' | 'appeal' | 'uphold' | 'overturn' }

export interface Hands {
  readonly actorId: string
  readonly candidateId: string
  readonly now: Date
  /** Verdicts that harm take two people. */
  readonly needsSecond: boolean
  readonly appealDays: number
}

export type Refusal = 'wrongState' | 'ownCase' | 'samePerson' | 'notProposer' | 'notCandidate' | 'appealOver'
export type StepTaken = 'clear' | 'warn' | 'propose' | 'decide' | Exclude<CaseStep['name'], 'judge'>
export type Taken =
  | { readonly allowed: true; readonly step: StepTaken; readonly standing: CaseStanding }
  | { readonly allowed: false; readonly why: Refusal }

const from: Readonly<Record<CaseStep['name'], readonly CaseState[]>> = {
  judge: ['notReviewed', 'clean', 'warning', 'overturned'],
  confirm: ['proposed'],
  decline: ['proposed'],
  withdraw: ['proposed'],
  appeal: ['confirmed'],
  uphold: ['appealed'],
  overturn: ['appealed'],
}

export function takeStep(standing: CaseStanding, step: CaseStep, hands: Hands): Taken {
  if (!from[step.name].includes(standing.state)) return refuse('wrongState')
  const { actorId, candidateId } = hands
  if (step.name === 'appeal') return appeal(standing, hands)
  if (actorId === candidateId) return refuse('ownCase')
  const { proposedBy, confirmedBy } = standing
  switch (step.name) {
    case 'judge':
      return judge(step.verdict, hands)
    case 'confirm':
      if (actorId === proposedBy) return refuse('samePerson')
      return take('confirm', confirmedOf({ ...standing, confirmedBy: actorId }, hands))
    case 'decline':
      return actorId === proposedBy ? refuse('samePerson') : take('decline', untouched)
    case 'withdraw':
      return actorId === proposedBy ? take('withdraw', untouched) : refuse('notProposer')
    case 'uphold':
      if (actorId === proposedBy || actorId === confirmedBy) return refuse('samePerson')
      return take('uphold', { ...standing, state: 'upheld', appealUntil: null })
    case 'overturn':
      if (actorId === proposedBy || actorId === confirmedBy) return refuse('samePerson')
      return take('overturn', { ...standing, state: 'overturned', appealUntil: null })
  }
}

function judge(verdict: VerdictKind, hands: Hands): Taken {
  const { actorId, needsSecond } = hands
  const judged = { ...untouched, verdict, proposedBy: actorId }
  if (verdict === 'clean') return take('clear', { ...judged, state: 'clean' })
  if (!isHarmful(verdict)) return take('warn', { ...judged, state: 'warning' })
  if (needsSecond) return take('propose', { ...judged, state: 'proposed' })
  return take('decide', confirmedOf({ ...judged, confirmedBy: actorId }, hands))
}

const dayMs = 86_400_000

function confirmedOf(standing: CaseStanding, { now, appealDays }: Hands): CaseStanding {
  return { ...standing, state: 'confirmed', appealUntil: new Date(now.getTime() + appealDays * dayMs) }
}

function appeal(standing: CaseStanding, { actorId, candidateId, now }: Hands): Taken {
  if (actorId !== candidateId) return refuse('notCandidate')
  if (standing.appealUntil === null || now > standing.appealUntil) return refuse('appealOver')
  return take('appeal', { ...standing, state: 'appealed' })
}

/** What stands against the candidate now: 作弊人数 counts these, and nothing that is only proposed or was overturned. */
export function isHeldAgainst({ state, verdict }: Pick<CaseStanding, 'state' | 'verdict'>): boolean {
  const stands = state === 'confirmed' || state === 'appealed' || state === 'upheld'
  return stands && verdict !== null && isHarmful(verdict)
}

function take(step: StepTaken, standing: CaseStanding): Taken {
  return { allowed: true, step, standing }
}

function refuse(why: Refusal): Taken {
  return { allowed: false, why }
}
