import type { CollectedValue, CollectedValues } from './check-values.ts'

type Answers = Readonly<Record<string, string | readonly string[] | null>>

interface Versions {
  readonly stored: CollectedValues
  readonly before: Answers
  readonly next: CollectedValues
}

/** Somebody else has written one of these fields since it was read, and not what is written now. */
export function hasChanged({ stored, before, next }: Versions, ids: readonly string[]): boolean {
  const textOf = (value: CollectedValue | null | undefined) => JSON.stringify(value === '' ? null : (value ?? null))
  return ids.some((id) => {
    const now = textOf(stored[id])
    return id in before && now !== textOf(before[id]) && now !== textOf(next[id])
  })
}
