import type { Db } from '@kaopei/server'
import { groupsByIds } from '@kaopei/usergroup/server'
import type { AudiencePageRow } from './audience.sql.ts'

/** The rows with names of their departments and groups. */
export async function namedRows(db: Db, rows: readonly AudiencePageRow[]) {
  const groups = await groupsByIds(
    db,
    rows.flatMap(({ kind, id }) => (kind === 'group' ? [id] : [])),
  )
  const names = new Map(groups.map(({ id, name, isRemoved }) => [id, isRemoved ? `${name}（已删除）` : name]))
  return rows.map((row) => ({ ...row, name: row.name ?? names.get(row.id) ?? '（已删除）' }))
}
