import { type Branch, treeOf } from '@kaopei/server'
import type { CategoryNode } from '../../contract/category.ts'

type Row = { id: string; parentId: string | null; name: string; bankCount: number }

/** The tree of categories; rows come in the order of siblings. */
export function categoryTree(rows: readonly Row[]): CategoryNode[] {
  const nodeOf = ({ id, name, bankCount, children }: Branch<Row>): CategoryNode => ({
    id,
    name,
    bankCount,
    children: children.map(nodeOf),
  })
  return treeOf(rows).map(nodeOf)
}
