import { useCall } from '@kaopei/web'
import { type SkillRow, skill } from '../contract/skill.ts'

export interface SkillNode {
  readonly value: string
  readonly key: string
  readonly title: string
  readonly selectable: boolean
  readonly disabled: boolean
  readonly row: SkillRow
  readonly children: SkillNode[]
}

/** The tree in the rows' order. A row whose parent a filter left out stands at the top. */
export function nodesOf(rows: readonly SkillRow[]): SkillNode[] {
  const known = new Set(rows.map(({ id }) => id))
  const byParent = Map.groupBy(rows, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null))
  const below = (parentId: string | null): SkillNode[] =>
    (byParent.get(parentId) ?? []).map((row) => ({
      ...{ value: row.id, key: row.id, title: row.isRetired ? `${row.name}（已停用）` : row.name, row },
      ...{ selectable: !row.isGroup, disabled: row.isGroup || row.isRetired, children: below(row.id) },
    }))
  return below(null)
}

/** Groups alone, each to be chosen. */
export const groupsOf = (rows: readonly SkillRow[]): SkillNode[] => chosen(nodesOf(rows.filter(({ isGroup }) => isGroup)))

const chosen = (nodes: readonly SkillNode[]): SkillNode[] =>
  nodes.map((node) => ({ ...node, selectable: true, disabled: false, children: chosen(node.children) }))

export function useSkills() {
  const asked = useCall(skill.getSkillList, {}, { staleMs: 30_000 })
  const rows = asked.data ?? []
  return { asked, rows, nodes: nodesOf(rows), groups: groupsOf(rows) }
}
