/**
 * What becomes of the answers of one call, under the lock of their sitting. The same number of the same lease is the same write, answered as before; a
 * write that did not see what counts now is a conflict, kept beside it. The rules are those of exams (sitting.save_calls).
 */
export interface Write {
  readonly slot: number
  /** Place of the option; null empties the answer. */
  readonly option: number | null
  readonly baseRev: number
  readonly clientSeq: number
  readonly priorSeqs: readonly number[]
  readonly clientTime: Date | null
}

/** A revision that was kept before. */
export interface Kept {
  readonly slot: number
  readonly rev: number
  readonly kind: string
  readonly option: number | null
  readonly clientSeq: number
  readonly leaseEpoch: number
  readonly savedAt: Date
}

export interface Sheet {
  readonly leaseEpoch: number
  /** How many options each item has, by slot from 1. */
  readonly optionCounts: readonly number[]
  /** All revisions of the slots that are written, in any order. */
  readonly kept: readonly Kept[]
}

export type Verdict =
  | { readonly status: 'saved'; readonly write: Write; readonly rev: number; readonly before?: Kept }
  | { readonly status: 'conflict'; readonly write: Write; readonly rev: number | null; readonly current: Kept | undefined }
  | { readonly status: 'invalid' | 'unknown'; readonly write: Write }

const mostEvidence = 50

export function judgeWrites(writes: readonly Write[], { leaseEpoch, optionCounts, kept }: Sheet): Verdict[] {
  return writes.map((write) => {
    const options = optionCounts[write.slot - 1]
    if (options === undefined) return { status: 'unknown', write }
    if (write.option !== null && (write.option < 0 || write.option >= options)) return { status: 'invalid', write }
    const own = kept.filter(({ slot }) => slot === write.slot)
    const saves = own.filter(({ kind }) => kind === 'save').sort((a, b) => a.rev - b.rev)
    const current = saves.at(-1)
    const same = own.find((one) => one.clientSeq === write.clientSeq && one.leaseEpoch === leaseEpoch)
    if (same?.kind === 'save') return { status: 'saved', write, rev: same.rev, before: same }
    const lastRev = Math.max(0, ...own.map(({ rev }) => rev))
    if (same) return { status: 'conflict', write, rev: null, current }
    const isOwnBefore = current?.leaseEpoch === leaseEpoch && write.priorSeqs.includes(current.clientSeq)
    if (write.baseRev === (current?.rev ?? 0) || isOwnBefore) return { status: 'saved', write, rev: lastRev + 1 }
    const isEvidence = lastRev < (current?.rev ?? 0) + mostEvidence
    return { status: 'conflict', write, rev: isEvidence ? lastRev + 1 : null, current }
  })
}

/** Of writes that do not count at all (late, of a lease that is over): the numbers under which they are kept, at most so many for an item. */
export function evidenceOf(
  writes: readonly Write[],
  { leaseEpoch, optionCounts, kept }: Sheet,
): { readonly write: Write; readonly rev: number }[] {
  return writes.flatMap((write) => {
    if (optionCounts[write.slot - 1] === undefined) return []
    const own = kept.filter(({ slot }) => slot === write.slot)
    if (own.some((one) => one.clientSeq === write.clientSeq && one.leaseEpoch === leaseEpoch)) return []
    const lastRev = Math.max(0, ...own.map(({ rev }) => rev))
    const saved = Math.max(0, ...own.filter(({ kind }) => kind === 'save').map(({ rev }) => rev))
    return lastRev < saved + mostEvidence ? [{ write, rev: lastRev + 1 }] : []
  })
}
