import type { GroupRule } from '../../contract/rule.ts'

/** Where the ids of a rule's conditions live, and what the people who choose them call them. */
const kinds = {
  department: { table: 'org.department_tree', label: '部门' },
  post: { table: 'org.post_name', label: '岗位' },
  rank: { table: 'org.rank_name', label: '职级' },
  label: { table: 'org.label_name', label: '标签' },
} as const

export interface IdsOfKind {
  readonly table: string
  readonly label: string
  readonly ids: readonly string[]
}

/** What a rule refers to by its id, by kind. */
export function idsInRule(rule: GroupRule): IdsOfKind[] {
  const conditions = rule.items.flatMap((item) => (item.kind === 'branch' ? item.conditions : [item]))
  return [
    { ...kinds.department, ids: conditions.flatMap((one) => (one.kind === 'department' ? one.departmentIds : [])) },
    { ...kinds.post, ids: conditions.flatMap((one) => (one.kind === 'post' ? one.postIds : [])) },
    { ...kinds.rank, ids: conditions.flatMap((one) => (one.kind === 'rank' ? one.rankIds : [])) },
    { ...kinds.label, ids: conditions.flatMap((one) => (one.kind === 'label' ? one.labelIds : [])) },
  ]
}
