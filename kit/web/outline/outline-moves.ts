/** Where the arrow keys put a group of an outline or a task in it: one place up or down, a task also over the border of its group. */

interface Node {
  readonly id: string
}
export interface OutlineGroup extends Node {
  readonly tasks: readonly Node[]
}

/** In front of what something comes to stand, null: at the end; without a task the group itself moves. */
export interface OutlineMove {
  readonly taskId?: string
  readonly groupId: string
  readonly beforeId: string | null
}

export function moveOfGroup(groups: readonly Node[], id: string, by: -1 | 1): OutlineMove | undefined {
  const at = groups.findIndex((group) => group.id === id)
  if (at < 0 || at + by < 0 || at + by >= groups.length) return undefined
  return { groupId: id, beforeId: groups[by < 0 ? at - 1 : at + 2]?.id ?? null }
}

export function moveOfTask(groups: readonly OutlineGroup[], taskId: string, by: -1 | 1): OutlineMove | undefined {
  const place = groups.findIndex(({ tasks }) => tasks.some(({ id }) => id === taskId))
  const group = groups[place]
  if (!group) return undefined
  const at = group.tasks.findIndex(({ id }) => id === taskId)
  if (at + by >= 0 && at + by < group.tasks.length)
    return { taskId, groupId: group.id, beforeId: group.tasks[by < 0 ? at - 1 : at + 2]?.id ?? null }
  const next = groups[place + by]
  if (!next) return undefined
  return { taskId, groupId: next.id, beforeId: by < 0 ? null : (next.tasks[0]?.id ?? null) }
}
