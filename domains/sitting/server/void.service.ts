/** Voiding an attempt, and restoring it to where it was. Who may is for its owner to say. */
import { type Db, emit } from '@kaopei/server'
import type { AttemptRow } from './attempt.sql.ts'
import { moveOn } from './clocks/clocks.sql.ts'
import { attemptVoided } from './events.ts'
import { publishAnew } from './record/cap.service.ts'
import { type AttemptState, isUnderWay, transitionAttempt } from './rules/attempt-transition.ts'
import { hasOtherOpen, selectStateBeforeVoid, updateStanding } from './void.sql.ts'

export interface VoidChange {
  readonly reason: string
  readonly actorId: string
  readonly now: Date
}

export type Voided =
  | { readonly outcome: 'changed'; readonly state: AttemptState }
  | { readonly outcome: 'refused'; readonly message: string }
  /** The person has begun another attempt meanwhile; two cannot be open. */
  | { readonly outcome: 'otherOpen' }

/** The caller holds the attempt's lock. */
export async function voidAttempt(db: Db, attempt: AttemptRow, change: VoidChange): Promise<Voided> {
  return changeStanding(db, attempt, { ...change, name: 'void', stateBeforeVoid: null })
}

/** The caller holds the attempt's lock, and lays down the terms anew where the attempt is open again: meanwhile they reached open attempts alone. */
export async function restoreAttempt(db: Db, attempt: AttemptRow, change: VoidChange): Promise<Voided> {
  const stateBeforeVoid = await selectStateBeforeVoid(db, attempt.id)
  const isOpenAgain = stateBeforeVoid !== null && isUnderWay(stateBeforeVoid)
  if (isOpenAgain && (await hasOtherOpen(db, attempt))) return { outcome: 'otherOpen' }
  const restored = await changeStanding(db, attempt, { ...change, name: 'restore', stateBeforeVoid })
  return restored.outcome === 'changed' ? followed(db, { ...attempt, state: restored.state }, change) : restored
}

/** What was done meanwhile reached no void attempt: stops that ended, and an adjustment of the score. */
async function followed(db: Db, attempt: AttemptRow, change: VoidChange): Promise<Voided> {
  const { id, state } = attempt
  if (state === 'published') await publishAnew(db, attempt, change)
  const goesOn = state === 'paused' && (await moveOn(db, [id], change)).length > 0
  return { outcome: 'changed', state: goesOn ? 'in_progress' : state }
}

async function changeStanding(
  db: Db,
  { id: attemptId, ownerKind, ownerId, state: from }: AttemptRow,
  change: VoidChange & { name: 'void' | 'restore'; stateBeforeVoid: AttemptState | null },
): Promise<Voided> {
  const { name, reason, actorId, now, stateBeforeVoid } = change
  const done = transitionAttempt({ state: from, stateBeforeVoid }, { name, reason })
  if (!done.allowed) return { outcome: 'refused', message: done.message }
  const { standing } = done
  await updateStanding(db, { attemptId, from, ...standing, type: name, reason, actorId, now })
  await emit(db, attemptVoided, db.companyId, { ownerKind, ownerId, attemptId, isVoided: standing.state === 'voided' })
  return { outcome: 'changed', state: standing.state }
}
