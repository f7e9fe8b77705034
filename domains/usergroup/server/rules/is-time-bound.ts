import type { GroupRule } from '../../contract/rule.ts'

/** Whether a rule's people change with the calendar alone. */
export function isTimeBound(rule: GroupRule): boolean {
  return rule.items.some((item) =>
    item.kind === 'branch' ? item.conditions.some(({ kind }) => kind === 'entryWithin') : item.kind === 'entryWithin',
  )
}
