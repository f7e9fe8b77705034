import { isContact, maskContacts, maskEmail, maskPhone } from '@kaopei/contract'
import { type Actor, type DataScope, type Db, dataScopeShape, mayUse, scopeOn } from '@kaopei/server'
import { staffMenu } from '../../contract/menus.ts'
import { peopleInScope } from './scope.sql.ts'

// The one door through which phones, addresses and identity cards go out to people. Whoever has the right reads those of the people in their data
// scope of the roster, on whatever screen they meet them; looking through somebody's eyes both must have it (the session's rights are cut).

/** Whose contacts somebody reads whole: everybody's, those of a part of the company, or with null nobody's. Plain data: jobs carry it. */
export type ContactSight = DataScope | null
export const contactSightShape = dataScopeShape.nullable()

export function contactSight(actor: Actor): ContactSight {
  return mayUse(actor, staffMenu.rights.seePrivate.code) ? scopeOn(actor, staffMenu.name) : null
}

/**
 * May a keyword be a part of a contact? Only where everybody whom the search can find is readable: a search that finds people by digits tells the digits.
 */
export function searchesContacts(sight: ContactSight, scope: DataScope): boolean {
  return sight !== null && (sight.kind === 'all' || JSON.stringify(sight) === JSON.stringify(scope))
}

/** Tells of each of these people whether their contacts are readable. */
export async function readableContacts(
  db: Db,
  sight: ContactSight,
  staffIds: readonly string[],
): Promise<(staffId: string) => boolean> {
  if (sight === null || staffIds.length === 0) return () => false
  if (sight.kind === 'all') return () => true
  const readable = new Set(await peopleInScope(db, sight, staffIds))
  return (staffId) => readable.has(staffId)
}

export interface Contacts {
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
}

/** Account, phone and e-mail as somebody may see them. Many accounts are the phone or the address itself, or one that the person had before. */
export function shownContacts({ loginAccount, phone, email }: Contacts, isReadable: boolean): Contacts {
  if (isReadable) return { loginAccount, phone, email }
  return {
    loginAccount: loginAccount === phone ? maskPhone(phone) : shownAccount(loginAccount, false),
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
  }
}

export function shownAccount(loginAccount: string, isReadable: boolean): string {
  return !isReadable && isContact(loginAccount) ? maskContacts(loginAccount) : loginAccount
}

/** What people have typed about somebody, identity cards among it. */
export function shownText(text: string, isReadable: boolean): string {
  return isReadable ? text : maskContacts(text)
}
