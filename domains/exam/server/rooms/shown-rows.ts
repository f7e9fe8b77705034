import type { Actor, Db } from '@kaopei/server'
import { withShownContacts } from '../people/shown-contacts.ts'
import type { selectSeated } from './seats.sql.ts'

/** Seats as people see them: without contacts, accounts masked by the caller's rights. */
export async function shownRows(db: Db, actor: Actor, rows: Awaited<ReturnType<typeof selectSeated>>) {
  const shown = await withShownContacts(db, actor, rows)
  return shown.map(({ phone: _phone, email: _email, ...row }) => row)
}
