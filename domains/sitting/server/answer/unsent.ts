/** What a client holds and the server does not, at the hand-in. */
import type { z } from 'zod'
import type { SavedSlot, submitInput } from '../../contract/shapes.ts'
import type { ReceivedRow } from '../attempt.sql.ts'

type Claims = Pick<z.output<typeof submitInput>, 'lastRevs' | 'pending' | 'leaseEpoch'>
type Verdict = Pick<SavedSlot, 'slot' | 'status'>

/** What the candidate can still put right: choose between two texts, say that empty is meant, answer again. */
const mendable: ReadonlySet<SavedSlot['status']> = new Set(['conflict', 'blank', 'invalid'])

/** Slots of which the client has written more than counts, in the order of the paper. */
export function unreceivedSlots(
  { lastRevs, pending, leaseEpoch }: Claims,
  verdicts: readonly Verdict[],
  received: readonly ReceivedRow[],
): number[] {
  const missing = new Set<number>()
  for (const { slot } of verdicts.filter(({ status }) => mendable.has(status))) missing.add(slot)
  const known = new Map(received.map((row) => [row.slot, row]))
  for (const { slot, rev } of lastRevs) if (rev > (known.get(slot)?.rev ?? 0)) missing.add(slot)
  for (const { slot, clientSeq } of pending) {
    const row = known.get(slot)
    // Its receipt may have been lost on the way.
    const isHere = row !== undefined && row.leaseEpoch === leaseEpoch && row.clientSeq >= clientSeq
    if (!isHere) missing.add(slot)
  }
  const inPaper = received.filter(({ slot }) => missing.delete(slot)).map(({ slot }) => slot)
  return [...inPaper, ...missing]
}
