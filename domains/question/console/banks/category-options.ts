import { type CategoryOption, categoryOptions } from '@kaopei/web'
import type { CategoryNode } from '../../contract/category.ts'

/** Categories as tree selects want them, with the number of banks behind the name. */
export function countedOptions(nodes: readonly CategoryNode[]): CategoryOption[] {
  return categoryOptions(nodes, ({ name, bankCount }) => (bankCount > 0 ? `${name}（${bankCount}）` : name))
}
