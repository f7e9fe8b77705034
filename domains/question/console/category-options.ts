import type { CategoryNode } from '../contract/category.ts'

export interface CategoryOption {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly children: CategoryOption[]
}

/** Categories as trees and tree selects want them, with the number of banks behind the name. */
export function treeOf(nodes: readonly CategoryNode[]): CategoryOption[] {
  return nodes.map(({ id, name, bankCount, children }) => ({
    key: id,
    value: id,
    title: bankCount > 0 ? `${name}（${bankCount}）` : name,
    children: treeOf(children),
  }))
}
