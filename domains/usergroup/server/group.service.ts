import { protocolErrors } from '@kaopei/contract'
import { grantsOfGroup } from '@kaopei/identity/server'
import { type Actor, branchOf, type DataScope, type Db, type Fail, missingIds, ProtocolFailure } from '@kaopei/server'
import type { z } from 'zod'
import { groupErrors } from '../contract/errors.ts'
import type { groupFilter } from '../contract/group.ts'
import { type GroupRule, groupRule } from '../contract/rule.ts'
import { selectCategories } from './category.sql.ts'
import { countInScope, findGroup, type Group, type GroupSearch, lockGroup } from './group.sql.ts'
import { isAllInScope } from './member.sql.ts'
import { idsInRule } from './rules/ids-in-rule.ts'
import { mayGiveMembership } from './rules/may-give-membership.ts'
import { shownGroup } from './shown.ts'

export type GroupFilter = z.output<typeof groupFilter>

/** A category with everything below it; one that is gone has no groups. */
export async function searchOf(db: Db, filter: GroupFilter): Promise<GroupSearch> {
  const { groupCategoryId, kind } = filter
  const name = filter.name || filter.groupName
  const search = { ...(name && { name }), ...(kind !== undefined && { kind }) }
  if (!groupCategoryId) return search
  if (groupCategoryId === 'none') return { ...search, categoryIds: null }
  return { ...search, categoryIds: [...branchOf(await selectCategories(db), groupCategoryId)] }
}

/** Null: the caller sees everybody, and the groups' own counts are theirs. */
export async function countsFor(db: Db, scope: DataScope, groups: readonly Group[]): Promise<ReadonlyMap<string, number> | null> {
  if (scope.kind === 'all') return null
  return countInScope(
    db,
    scope,
    groups.map(({ id }) => id),
  )
}

/** A group whose rule reaches beyond the caller's data scope is not theirs to change, nor is one with members beyond it. */
export async function isWhole(db: Db, group: Group, scope: DataScope): Promise<boolean> {
  if (scope.kind === 'all') return true
  if (group.rule !== null && group.ruleScope === null) return false
  return isAllInScope(db, group.id, scope)
}

export async function detailOf(db: Db, group: Group, scope: DataScope) {
  const counts = await countsFor(db, scope, [group])
  return {
    ...shownGroup(group, counts),
    rule: group.rule === null ? null : groupRule.parse(group.rule),
    isWhole: await isWhole(db, group, scope),
    roleCount: (await grantsOfGroup(db, group.id)).length,
  }
}

export async function requireGroup(db: Db, id: string): Promise<Group> {
  const group = await findGroup(db, id)
  if (!group) throw new ProtocolFailure(protocolErrors.notFound)
  return group
}

export async function requireLockedGroup(db: Db, id: string): Promise<Group> {
  const group = await lockGroup(db, id)
  if (!group) throw new ProtocolFailure(protocolErrors.notFound)
  return group
}

/** Where a rule decides who gets roles, whoever edits people's departments or labels does too: that is for administrators to weigh. */
export async function requireRuleChangeable(
  { db, actor, fail }: { db: Db; actor: Actor; fail: Fail<typeof groupErrors.ruleGivesRoles> },
  groupId: string,
): Promise<void> {
  if (actor.isAdmin) return
  if ((await grantsOfGroup(db, groupId)).length > 0) fail(groupErrors.ruleGivesRoles)
}

/** Who joins a group gets the roles attached to it. */
export async function requireGiveable(
  { db, actor, fail }: { db: Db; actor: Actor; fail: Fail<typeof groupErrors.givesMoreRights> },
  groupId: string,
): Promise<void> {
  if (actor.isAdmin) return
  if (!mayGiveMembership(actor, await grantsOfGroup(db, groupId))) fail(groupErrors.givesMoreRights)
}

/** A rule is kept as it was written: nothing else would notice an id that is another company's, or nobody's. */
export async function requireKnownIds(db: Db, rule: GroupRule): Promise<void> {
  for (const { table, label, ids } of idsInRule(rule)) {
    if ((await missingIds(db, table, ids)).length === 0) continue
    const message = `规则中有${label}不存在或已被删除，请重新选择`
    throw new ProtocolFailure(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'rule', message }] } })
  }
}
