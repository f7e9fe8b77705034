import type { Condition, TaskNode, UnlockTree } from './unlock.ts'

/**
 * The titles of tasks that wait for each other, so that none of them could ever be opened; undefined when there are none. Whoever saves a
 * tree refuses it with them.
 */
export function lockCircle(tree: UnlockTree): readonly string[] | undefined {
  const waits = waitsOf(tree)
  const titles = new Map(tree.groups.flatMap(({ tasks }) => tasks).map(({ id, title }) => [id, title]))
  const left = new Set(titles.keys())
  const isReady = (id: string) => [...(waits.get(id) ?? [])].every((other) => !left.has(other))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const id of [...left].filter(isReady)) left.delete(id)
  }
  if (left.size === 0) return undefined
  return circleFrom([...left], (id) => [...(waits.get(id) ?? [])].find((other) => left.has(other))).flatMap(
    (id) => titles.get(id) ?? [],
  )
}

/** Which tasks each waits for: by its conditions, its group's and the order. */
function waitsOf({ order, groups }: UnlockTree): ReadonlyMap<string, ReadonlySet<string>> {
  const waits = new Map<string, ReadonlySet<string>>()
  const requiredBefore: string[] = []
  for (const group of groups) {
    const ofGroup = [...passed(group.conditions), ...(order === 'groups' ? requiredBefore : [])]
    for (const task of group.tasks) {
      waits.set(task.id, new Set([...ofGroup, ...passed(task.conditions), ...(order === 'tasks' ? requiredBefore : [])]))
      if (order === 'tasks' && task.isRequired) requiredBefore.push(task.id)
    }
    if (order === 'groups') requiredBefore.push(...requiredOf(group.tasks))
  }
  return waits
}

const requiredOf = (tasks: readonly TaskNode[]) => tasks.filter(({ isRequired }) => isRequired).map(({ id }) => id)
const passed = (conditions: readonly Condition[]) => conditions.flatMap((one) => (one.kind === 'passed' ? [one.taskId] : []))

/** What is left waits for something that is left: following it comes back to where it was. */
function circleFrom([start]: readonly string[], next: (id: string) => string | undefined): string[] {
  const path: string[] = []
  for (let at = start; at !== undefined; at = next(at)) {
    const seen = path.indexOf(at)
    if (seen >= 0) return path.slice(seen)
    path.push(at)
  }
  return path
}
