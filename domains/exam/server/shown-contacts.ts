/** Accounts, phones and addresses of candidates as somebody may see them: the right to see them in full is the roster's. */
import { maskEmail, maskPhone } from '@kaopei/identity/contract/contact'
import { staffMenu } from '@kaopei/org/contract/menus'
import { type Actor, mayUse } from '@kaopei/server'

export interface Contacts {
  readonly loginAccount: string
  readonly phone: string | null
  readonly email: string | null
}

export function seesContacts(actor: Actor): boolean {
  return mayUse(actor, staffMenu.rights.seePrivate.code)
}

/** Many accounts are the phone number or the e-mail address itself. */
export function shownContacts({ loginAccount, phone, email }: Contacts, isSeeing: boolean): Contacts {
  if (isSeeing) return { loginAccount, phone, email }
  return {
    loginAccount: shownAccount({ loginAccount, phone, email }),
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
  }
}

function shownAccount({ loginAccount, phone, email }: Contacts): string {
  if (loginAccount === phone) return maskPhone(loginAccount)
  return email && loginAccount.toLowerCase() === email.toLowerCase() ? maskEmail(loginAccount) : loginAccount
}
