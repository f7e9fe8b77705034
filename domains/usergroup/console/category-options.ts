import type { TreeOption } from '@kaopei/web'
import type { GroupCategoryNode } from '../contract/category.ts'

/** In `groupCategoryId`: groups without a category. */
export const withoutCategory = 'none'

/** Categories for a control that chooses one; `exceptId` and what is below it are left out. */
export function categoryOptions(nodes: readonly GroupCategoryNode[], exceptId?: string): TreeOption[] {
  return nodes
    .filter(({ id }) => id !== exceptId)
    .map(({ id, name, children }) => ({ value: id, title: name, children: categoryOptions(children, exceptId) }))
}

export function findCategory(nodes: readonly GroupCategoryNode[], id: string | null | undefined): GroupCategoryNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.children, id)
    if (found) return found
  }
  return undefined
}
