import type { Condition, UnlockTree } from './unlock.ts'

/**
 * The title of the first chapter, stage or task with a condition on a task that is not in the tree, where it would hold nobody up; undefined when there is
 * none. Whoever saves a tree refuses it with the title.
 */
export function waitsOutside({ groups }: UnlockTree): string | undefined {
  const there = new Set(groups.flatMap(({ tasks }) => tasks).map(({ id }) => id))
  const isOutside = (one: Condition) => one.kind === 'passed' && !there.has(one.taskId)
  const nodes = groups.flatMap((group) => [group, ...group.tasks])
  return nodes.find(({ conditions }) => conditions.some(isOutside))?.title
}
