/**
 * The chain over an attempt's record: h₀ = SHA-256("kaopei-evidence-1\n" + attempt), hₙ = SHA-256(hₙ₋₁ + "\n" + canonical row), hex. Whoever keeps a
 * head can show that no earlier row was changed, taken out or put in.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from '@kaopei/contract'

export type ChainRow = Readonly<Record<string, unknown>>

export function chainStart(attemptId: string): string {
  return hash('sha256', `kaopei-evidence-1\n${attemptId}`, 'hex')
}

/** `line` is the canonical JSON of a row. */
export function chainLine(head: string, line: string): string {
  return hash('sha256', `${head}\n${line}`, 'hex')
}

export function chainRow(head: string, row: ChainRow): string {
  return chainLine(head, canonicalJson(row))
}

export interface RowWithId {
  readonly id: string
  readonly row: ChainRow
}

/** Ids are born in the order of time, so that is the order of storing. */
export function inOrder(rows: readonly RowWithId[]): RowWithId[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}
