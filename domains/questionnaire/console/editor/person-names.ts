import { type DepartmentNode, department } from '@kaopei/org/contract/department'
import { label, post } from '@kaopei/org/contract/post'
import { useCall, useRouteName } from '@kaopei/web'
import { useMemo } from 'react'
import type { Condition, PersonFact } from '../../contract/condition.ts'
import type { Definition } from '../../contract/definition.ts'
import { bare, groupOf, isComparison } from '../conditions/condition-tree.ts'

/** Names of the departments, posts and labels that conditions speak of. */
export function usePersonNames(definition: Definition): ReadonlyMap<string, string> {
  const values = useMemo(() => personValues(definition), [definition])
  const route = useRouteName()
  const tree = useCall(
    department.getDepartmentTree,
    {},
    { enabled: values.department.length > 0, headers: { 'route-name': encodeURIComponent(route) }, staleMs: 60_000 },
  )
  const posts = useCall(post.list, { pageSize: 100, ids: values.post }, { enabled: values.post.length > 0, keepPrevious: true })
  const labels = useCall(label.list, undefined, { enabled: values.label.length > 0 })
  return useMemo(
    () =>
      new Map(
        [...flat(tree.data ?? []), ...(posts.data?.dataList ?? []), ...(labels.data ?? [])].map(({ id, name }) => [id, name]),
      ),
    [tree.data, posts.data, labels.data],
  )
}

function flat(nodes: readonly DepartmentNode[]): { id: string; name: string }[] {
  return nodes.flatMap(({ id, name, children }) => [{ id, name }, ...flat(children ?? [])])
}

type Values = Record<PersonFact, string[]>

function personValues({ pages, quotas }: Definition): Values {
  const found: Values = { department: [], post: [], label: [], entry: [] }
  const conditions = [
    ...pages.flatMap((page) => [
      page.showIf,
      ...page.jumps.map(({ when }) => when),
      ...page.elements.flatMap((element) => [
        element.showIf,
        ...('options' in element ? element.options.map(({ showIf }) => showIf) : []),
      ]),
    ]),
    ...quotas.map(({ when }) => when),
  ]
  for (const condition of conditions) if (condition) collect(condition, found)
  return {
    ...found,
    department: [...new Set(found.department)],
    post: [...new Set(found.post)],
    label: [...new Set(found.label)],
  }
}

function collect(condition: Condition, found: Values): void {
  const { inner } = bare(condition)
  if (isComparison(inner)) {
    if ('person' in inner) found[inner.person].push(...inner.values)
    return
  }
  for (const part of groupOf(inner)?.parts ?? []) collect(part, found)
}
