/** What whoever sees only a part of the people is told of changes of the others: that they were made, and how many they concerned. */
import type { DataScope } from '@kaopei/server'

interface Change {
  readonly target: string
  readonly action: string
  readonly before: unknown
  readonly after: unknown
}

/** Rows of these actions name candidates. Reviewers and groups are shown to everybody who sees the exam. */
const namingActions: ReadonlySet<string> = new Set([
  'addStaff',
  'removeStaff',
  'extraTime',
  'saveTimes',
  'removeTimes',
  'addOuter',
  'importOuter',
])

export function shownHistory<Row extends Change>(row: Row, scope: DataScope): Row {
  const mayTell = scope.kind === 'all' || (row.target === 'exam' && !namingActions.has(row.action)) || row.target === 'examPaper'
  return mayTell ? row : { ...row, before: countsIn(row.before), after: countsIn(row.after) }
}

function countsIn(value: unknown): Record<string, number> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}
