/** Outlines changed as values: groups (chapters, stages) of tasks that may wait for each other. */

interface Waiting {
  readonly id: string
  readonly title: string
  readonly conditions: readonly { readonly kind: string; readonly taskId?: string }[]
}

interface Group<Task extends Waiting> extends Waiting {
  readonly tasks: readonly Task[]
}

export function findTask<Task extends Waiting>(groups: readonly Group<Task>[], taskId: string): Task | undefined {
  return groups.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
}

/** An outline without these tasks; conditions that named one fall away with it. */
export function withoutTasks<Task extends Waiting, G extends Group<Task>>(groups: readonly G[], gone: ReadonlySet<string>): G[] {
  const kept = <Node extends Waiting>(node: Node): Node => ({
    ...node,
    conditions: node.conditions.filter((one) => one.taskId === undefined || !gone.has(one.taskId)),
  })
  return groups.map((group) => ({ ...kept(group), tasks: group.tasks.filter(({ id }) => !gone.has(id)).map(kept) }))
}

/** Before another one, else behind all. */
export function placed<Node extends { readonly id: string }>(
  nodes: readonly Node[],
  node: Node,
  beforeId: string | null | undefined,
): Node[] {
  const others = nodes.filter(({ id }) => id !== node.id)
  const at = others.findIndex(({ id }) => id === beforeId)
  return at < 0 ? [...others, node] : others.toSpliced(at, 0, node)
}

/** Undefined: there is no such task or group. */
export function movedTask<Task extends Waiting, G extends Group<Task>>(
  groups: readonly G[],
  { taskId, groupId, beforeId }: { taskId: string; groupId: string; beforeId: string | null | undefined },
): { readonly title: string; readonly groups: G[] } | undefined {
  const task = findTask<Task>(groups, taskId)
  if (!task || !groups.some(({ id }) => id === groupId)) return undefined
  const moved = groups.map((group) => ({
    ...group,
    tasks: group.id === groupId ? placed(group.tasks, task, beforeId) : group.tasks.filter(({ id }) => id !== taskId),
  }))
  return { title: task.title, groups: moved }
}
