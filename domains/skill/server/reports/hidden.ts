/** Which figures of departments are left out, because another page or another filter would tell them. */
import type { DataScope, Db } from '@kaopei/server'
import { hiddenParts, suppressed } from '../rules/suppress.ts'
import { judgedByPost } from './department-fit.sql.ts'
import { type DepartmentRow, departmentRows, pathTo } from './departments.sql.ts'

/** Of a page: whether the figure of this key is left out of this row. */
type Hidden = (at: number, key: string) => boolean
type HiddenOf = (rows: readonly DepartmentRow[]) => Promise<Hidden>

/**
 * Whether a department's own figure is left out of a page that shows it beside others: then the rows below it must not add up to it. Asked of each page on
 * the way to it that the scope has.
 */
export async function hiddenAbove(
  db: Db,
  scope: DataScope,
  { departmentId, hiddenOf }: { readonly departmentId: string | undefined; readonly hiddenOf: HiddenOf },
): Promise<(key: string) => boolean> {
  if (departmentId === undefined) return () => false
  const path = await pathTo(db, departmentId)
  const found: ((key: string) => boolean)[] = []
  const looked = new Set<string>()
  for (const from of [undefined, ...path.slice(0, -1)]) {
    const rows = await departmentRows(db, scope, from)
    const at = rows.findIndex(({ id, isOwn }) => !isOwn && path.includes(id))
    const page = rows.map(({ id }) => id).join()
    // The first page is that below the only root, where there is one.
    if (at < 0 || looked.has(page)) continue
    looked.add(page)
    const isHidden = await hiddenOf(rows)
    found.push((key) => isHidden(at, key))
  }
  return (key) => found.some((isHidden) => isHidden(key))
}

/** Rows whose people are judged by their posts: of all posts together, or of one of them. */
export async function hiddenRows(
  db: Db,
  scope: DataScope,
  { departmentId, postId }: { readonly departmentId?: string | undefined; readonly postId?: string | undefined },
  rows: readonly DepartmentRow[],
): Promise<(rowId: string) => boolean> {
  const hiddenOf = async (of: readonly DepartmentRow[]): Promise<Hidden> => {
    const judged = Map.groupBy(await judgedByPost(db, scope, of), ({ rowId }) => rowId)
    const parts = of.map(({ id }) => new Map((judged.get(id) ?? []).map((one) => [one.postId, one.count])))
    const beside = suppressed(parts.map((posts) => (postId === undefined ? sumOf(posts) : (posts.get(postId) ?? 0))))
    const within = postId === undefined ? [] : hiddenParts(parts, postId)
    return (at) => beside[at] === true || within[at] === true
  }
  const [own, above] = [await hiddenOf(rows), await hiddenAbove(db, scope, { departmentId, hiddenOf })]
  const isAbove = above('')
  const hidden = new Set(rows.flatMap(({ id }, at) => (isAbove || own(at, '') ? [id] : [])))
  return (rowId) => hidden.has(rowId)
}

const sumOf = (parts: ReadonlyMap<string, number>) => [...parts.values()].reduce((sum, count) => sum + count, 0)
