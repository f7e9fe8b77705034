import { maskEmail, maskPhone } from '@kaopei/identity/contract/contact'
import { staffMenu } from '@kaopei/org/contract/menus'
import { type Actor, mayUse } from '@kaopei/server'
import type { GroupRow } from '../contract/group.ts'
import type { Group } from './group.sql.ts'
import type { Member } from './member.sql.ts'

export function seesPrivate(actor: Actor): boolean {
  return mayUse(actor, staffMenu.rights.seePrivate.code)
}

/** A person as lists show them; contact data masked unless the caller may see it, also where it is the account. */
export function shownMember(member: Member, isSeeing: boolean) {
  const { id, name, phone, email, since, ...rest } = member
  const loginAccount = isSeeing ? member.loginAccount : maskedAccount(member)
  return {
    ...rest,
    id,
    staffId: id,
    name,
    loginAccount,
    nameAccount: `${name}(${loginAccount})`,
    phone: phone && !isSeeing ? maskPhone(phone) : phone,
    email: email && !isSeeing ? maskEmail(email) : email,
    since,
  }
}

function maskedAccount({ loginAccount, phone, email }: Member): string {
  if (loginAccount === phone) return maskPhone(loginAccount)
  return email && loginAccount.toLowerCase() === email.toLowerCase() ? maskEmail(loginAccount) : loginAccount
}

/** `inScope`: counts by group where the caller sees only a part of the people. */
export function shownGroup(group: Group, inScope: ReadonlyMap<string, number> | null) {
  const { rule: _rule, ruleScope: _scope, staffCount, ...row } = group
  return { ...row, groupName: group.name, staffCount: inScope === null ? staffCount : (inScope.get(group.id) ?? 0) }
}

/** What the log keeps of a group. */
export function loggedGroup({
  name,
  descript,
  categoryId,
  kind,
  rule,
}: Pick<GroupRow, 'name' | 'descript' | 'categoryId' | 'kind'> & { rule: unknown }) {
  return { name, descript, categoryId, kind, ...(rule !== null && { rule }) }
}
