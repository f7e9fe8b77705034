import type { CodeOf } from '@kaopei/contract'
import { clientTarget, logResult, logSource } from '../../contract/operation-log.ts'

/** What calls are named in their contracts, by path. */
export type Summaries = ReadonlyMap<string, string>

/** What was done: the call's own name; what a page reported is its own word. */
export function operationOf(row: { action: string; target: string; path: string | null }, summaries: Summaries): string {
  if (row.target === clientTarget) return row.action
  return (row.path !== null ? summaries.get(row.path) : undefined) ?? row.action
}

export function sourceOf(target: string): CodeOf<typeof logSource> {
  return target === clientTarget ? logSource.client : logSource.server
}

/** Refused calls that are kept all the same (a failed login) carry it in their action's name. */
export function resultOf(action: string): number {
  return action.endsWith('Failed') ? logResult.refused : logResult.done
}
