/** Accounts, phones and addresses of candidates as somebody may see them. */
import { type Contacts, contactSight, readableContacts, searchesContacts, shownContacts } from '@kaopei/org/server'
import type { Actor, DataScope, Db } from '@kaopei/server'
import type { PeopleSearch } from './search.sql.ts'

/** The rows with the contacts as the caller may see them. */
export async function withShownContacts<Row extends Contacts & { readonly staffId: string }>(
  db: Db,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  const staffIds = rows.map(({ staffId }) => staffId)
  const isReadable = await readableContacts(db, contactSight(actor), staffIds)
  return rows.map((row) => ({ ...row, ...shownContacts(row, isReadable(row.staffId)) }))
}

export function searchFor(actor: Actor, scope: DataScope, keyWords: string | undefined): PeopleSearch | undefined {
  return keyWords ? { keyWords, isSearched: searchesContacts(contactSight(actor), scope) } : undefined
}
