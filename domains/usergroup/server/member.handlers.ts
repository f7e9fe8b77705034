import { protocolErrors } from '@kaopei/contract'
import { grantsOfGroup, strongerThan } from '@kaopei/identity/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import type { StaffSelection } from '@kaopei/org/contract/selection'
import { contactSight } from '@kaopei/org/server'
import type { Context, Handlers } from '@kaopei/server'
import { groupKind } from '../contract/codes.ts'
import { groupErrors } from '../contract/errors.ts'
import type { groupMember } from '../contract/member.ts'
import { memberConditions, memberExport } from './export.ts'
import { requireGiveable, requireGroup, requireLockedGroup } from './group.service.ts'
import { countInScope, type Group, recountGroup } from './group.sql.ts'
import {
  chosenIds,
  countMembers,
  deleteMembers,
  groupsOfPerson,
  hasConditions,
  insertMembers,
  isInScope,
  selectMembers,
} from './member.sql.ts'
import { shownMembers } from './shown.ts'

type ChangeContext =
  | Context<(typeof groupMember)['addStaffGroupMember']>
  | Context<(typeof groupMember)['removeStaffGroupMember']>

/** A static group, locked, whose members the caller may change. */
async function requireChangeable(context: ChangeContext, id: string, selection: StaffSelection): Promise<Group> {
  const { db, fail } = context
  const { staffIds, departmentIds, filters } = selection
  if (staffIds.length + departmentIds.length + filters.length === 0) fail(groupErrors.nobodyChosen)
  const group = await requireLockedGroup(db, id)
  if (group.kind !== groupKind.chosen) fail(groupErrors.membersAreRuled)
  await requireGiveable(context, id)
  return group
}

/** A role of the group may show a member their own department: nobody comes by it to see more than whoever adds them. */
async function withoutGrowth(
  { actor, db, fail }: Context<(typeof groupMember)['addStaffGroupMember']>,
  groupId: string,
  wish: Parameters<typeof chosenIds>[1],
  join: () => Promise<number>,
): Promise<number> {
  if (actor.isAdmin || (await grantsOfGroup(db, groupId)).length === 0) return join()
  const ids = await chosenIds(db, wish)
  const before = await strongerThan(db, actor, ids)
  const count = await join()
  const isGrown = [...(await strongerThan(db, actor, ids))].some((id) => !before.has(id))
  if (isGrown) fail(groupErrors.givesMoreRights)
  return count
}

/** Counts anew; people with a part of the company see their own part counted. */
async function settle({ db, record, scope }: ChangeContext, group: Group, count: number, selection: StaffSelection) {
  const staffCount = await recountGroup(db, group.id)
  record({ targetId: group.id, targetName: group.name, after: { selection, count } })
  if (scope.kind === 'all') return { count, staffCount }
  return { count, staffCount: (await countInScope(db, scope, [group.id])).get(group.id) ?? 0 }
}

export const memberHandlers: Handlers<typeof groupMember> = {
  listStaffGroupMember: async ({ id, pageIndex, pageSize, ...filter }, { actor, db, scope }) => {
    const group = await requireGroup(db, id)
    const search = { groupId: id, filter, scope, sight: contactSight(actor) }
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize }
    const members = await selectMembers(db, search, page)
    const isEverybody = scope.kind === 'all' && !hasConditions(filter)
    const totalCount = isEverybody ? group.staffCount : await countMembers(db, search)
    return { dataList: await shownMembers(db, actor, members), totalCount }
  },

  addStaffGroupMember: async ({ id, selection }, context) => {
    const { actor, db, now, scope } = context
    const group = await requireChangeable(context, id, selection)
    const wish = { selection, scope, sight: contactSight(actor), now }
    const count = await withoutGrowth(context, id, wish, () => insertMembers(db, id, wish))
    return settle(context, group, count, selection)
  },

  removeStaffGroupMember: async ({ id, selection }, context) => {
    const { actor, db, scope } = context
    const group = await requireChangeable(context, id, selection)
    const wish = { selection, scope, sight: contactSight(actor) }
    return settle(context, group, await deleteMembers(db, id, wish), selection)
  },

  exportStaffGroupMember: async ({ id, ...filter }, { actor, db, record, scope }) => {
    const { name } = await requireGroup(db, id)
    const search = { groupId: id, groupName: name, filter, scope, sight: contactSight(actor) }
    const conditions = await memberConditions(db, name, filter)
    const { jobId } = await startTrackedJob(db, actor, memberExport, search, { conditions })
    record({ targetId: id, targetName: name, after: { jobId, ...filter } })
    return { jobId }
  },

  groupsOfStaff: async ({ staffId }, { db, fail, scope }) => {
    if (!(await isInScope(db, staffId, scope))) return fail(protocolErrors.notFound)
    const groups = await groupsOfPerson(db, staffId)
    return groups.map((group) => ({ ...group, groupName: group.name }))
  },
}
