/** What this device still holds unsent, taken up again: after a reload, a crash, a pause, a change of lease. */
import type { Desk } from './verdicts.ts'
import { holdConflict } from './verdicts.ts'
import { adopt, type PendingWrite } from './write.ts'

export interface Restoring extends Desk {
  /** The writes keep their numbers, for the server knows them under this lease; otherwise they are judged and numbered anew. */
  readonly isSameLease: boolean
  readonly takeSeq: () => number
}

export async function restoreWrites(desk: Restoring, kept: readonly PendingWrite[]): Promise<void> {
  const { shelf } = desk
  const held = new Map(kept.map((write) => [write.slot, write]))
  for (const write of shelf.liftAll()) if ((held.get(write.slot)?.seq ?? 0) < write.seq) held.set(write.slot, write)
  for (const write of [...held.values()].sort((a, b) => a.seq - b.seq)) await restoreWrite(desk, write)
}

async function restoreWrite(desk: Restoring, write: PendingWrite): Promise<void> {
  const { book, shelf, isSameLease, takeSeq } = desk
  const state = book.get(write.slot)
  if (!state) return
  const verdict = isSameLease && !write.isHeld ? 'resend' : adopt(write, state)
  if (verdict === 'settled') return shelf.drop(write)
  if (verdict === 'conflict') return holdConflict(desk, write, { theirs: state.answer, theirRev: state.rev }, state)
  // Whether the last page still got it out is unknown: it counts as sent, or one's own text would look like somebody else's.
  const renewed =
    isSameLease && !write.isHeld
      ? { ...write, wasSent: true }
      : { ...write, seq: takeSeq(), baseRev: state.rev, priorSeqs: [], wasSent: false, isHeld: false }
  if (write.answer) state.answer = write.answer
  if (write.isFlagged !== undefined) state.isFlagged = write.isFlagged
  state.isSeen = true
  await shelf.put(renewed)
}
