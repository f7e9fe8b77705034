import { contactSight, readableContacts, shownContacts } from '@kaopei/org/server'
import type { Actor, Db } from '@kaopei/server'
import type { GroupRow } from '../contract/group.ts'
import type { Group } from './group.sql.ts'
import type { Member } from './member.sql.ts'

/** People as lists show them; contacts masked unless the caller may read them, also where they are the account. */
export async function shownMembers(db: Db, actor: Actor, members: readonly Member[]) {
  const ids = members.map(({ id }) => id)
  const isReadable = await readableContacts(db, contactSight(actor), ids)
  return members.map((member) => shownMember(member, isReadable(member.id)))
}

export function shownMember(member: Member, isReadable: boolean) {
  const { id, name } = member
  const contacts = shownContacts(member, isReadable)
  return { ...member, staffId: id, nameAccount: `${name}(${contacts.loginAccount})`, ...contacts }
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
