import { protocolErrors } from '@kaopei/contract'
import { grantsOfGroup } from '@kaopei/identity/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight } from '@kaopei/org/server'
import type { DataScope, Handlers } from '@kaopei/server'
import { groupKind } from '../contract/codes.ts'
import { groupErrors } from '../contract/errors.ts'
import type { group } from '../contract/group.ts'
import type { GroupRule } from '../contract/rule.ts'
import { computeGroup, ruleOf } from './compute.sql.ts'
import { groupConditions, groupExport } from './export.ts'
import {
  countsFor,
  detailOf,
  isWhole,
  requireGroup,
  requireKnownIds,
  requireLockedGroup,
  requireRuleChangeable,
  searchOf,
} from './group.service.ts'
import {
  categoryExists,
  countGroups,
  insertGroup,
  recountGroup,
  removeGroup,
  selectGroups,
  setRule,
  updateGroup,
} from './group.sql.ts'
import { insertMembers } from './member.sql.ts'
import { previewRule } from './preview.sql.ts'
import { isTimeBound } from './rules/is-time-bound.ts'
import { loggedGroup, shownGroup, shownMembers } from './shown.ts'
import { today } from './today.ts'

const mostInOneList = 2000

/** What is kept with a rule: it never finds more than its author could see. */
const boundRule = (rule: GroupRule, scope: DataScope) => ({
  rule,
  ruleScope: scope.kind === 'all' ? null : scope,
  isTimeBound: isTimeBound(rule),
})

export const groupHandlers: Handlers<typeof group> = {
  listStaffGroupPage: async ({ pageIndex, currentPage, pageSize, ...filter }, { db, scope }) => {
    const search = await searchOf(db, filter)
    const offset = ((pageIndex ?? currentPage ?? 1) - 1) * pageSize
    const groups = await selectGroups(db, search, { offset, limit: pageSize })
    const counts = await countsFor(db, scope, groups)
    return {
      dataList: groups.map((row) => shownGroup(row, counts)),
      totalCount: await countGroups(db, search),
    }
  },

  listAllStaffGroup: async (filter, { db, fail, scope }) => {
    const search = await searchOf(db, filter)
    const groups = await selectGroups(db, search, { offset: 0, limit: mostInOneList + 1 })
    if (groups.length > mostInOneList) return fail(groupErrors.tooManyForOneList)
    const counts = await countsFor(db, scope, groups)
    return groups.map((row) => shownGroup(row, counts))
  },

  getStaffGroupById: async ({ id }, { db, scope }) => detailOf(db, await requireGroup(db, id), scope),

  createStaffGroup: async (input, { actor, db, now, fail, record, scope }) => {
    const { name, kind, selection } = input
    const descript = input.descript ?? ''
    const categoryId = input.categoryId ?? null
    const rule = kind === groupKind.ruled ? (input.rule ?? null) : null
    if (kind === groupKind.ruled && !rule) return fail(groupErrors.ruleMissing)
    if (categoryId !== null && !(await categoryExists(db, categoryId))) return fail(groupErrors.categoryMissing)
    if (rule) await requireKnownIds(db, rule)
    const bound = rule ? boundRule(rule, scope) : { rule: null, ruleScope: null, isTimeBound: false }
    const id = await insertGroup(db, { name, descript, categoryId, kind, createdBy: actor.staffId, ...bound })
    record({ targetId: id, targetName: name, after: loggedGroup({ name, descript, categoryId, kind, rule }) })
    if (rule) {
      const { staffCount } = await computeGroup(db, { id, rule, scope }, { today: await today(db, now), now })
      return { id, staffCount }
    }
    if (!selection) return { id, staffCount: 0 }
    await insertMembers(db, id, { selection, scope, sight: contactSight(actor), now })
    return { id, staffCount: await recountGroup(db, id) }
  },

  updateStaffGroup: async ({ id, version, rule, ...wish }, { actor, db, now, fail, record, scope }) => {
    const before = await requireLockedGroup(db, id)
    if (before.version !== version) return fail(protocolErrors.changed, { data: await detailOf(db, before, scope) })
    const { name = before.name } = wish
    const descript = wish.descript === undefined ? before.descript : (wish.descript ?? '')
    const categoryId = wish.categoryId === undefined ? before.categoryId : wish.categoryId
    if (categoryId !== null && !(await categoryExists(db, categoryId))) return fail(groupErrors.categoryMissing)
    if (rule && before.rule === null) return fail(groupErrors.notDynamic)
    if (rule && !sameRule(rule, before.rule)) {
      if (!(await isWhole(db, before, scope))) return fail(groupErrors.outOfScope)
      await requireRuleChangeable({ db, actor, fail }, id)
      await requireKnownIds(db, rule)
      await setRule(db, id, boundRule(rule, scope))
      await computeGroup(db, { id, rule, scope }, { today: await today(db, now), now })
    }
    await updateGroup(db, { id, version }, { name, descript, categoryId }, now)
    const after = await requireGroup(db, id)
    record({ targetId: id, targetName: name, before: loggedGroup(before), after: loggedGroup(after) })
    return detailOf(db, after, scope)
  },

  deleteStaffGroup: async ({ id }, { db, now, fail, record, scope }) => {
    const before = await requireLockedGroup(db, id)
    if ((await grantsOfGroup(db, id)).length > 0) return fail(groupErrors.attachedToRole)
    if (!(await isWhole(db, before, scope))) return fail(groupErrors.outOfScope)
    await removeGroup(db, id, now)
    record({ targetId: id, targetName: before.name, before: { ...loggedGroup(before), staffCount: before.staffCount } })
  },

  previewStaffGroupRule: async ({ rule, id }, { actor, db, now, scope }) => {
    if (id) await requireGroup(db, id)
    const at = { groupId: id ?? null, scope, today: await today(db, now) }
    const { wanted, added, removed, ...counts } = await previewRule(db, { rule, scope }, at)
    return {
      ...counts,
      dataList: await shownMembers(db, actor, wanted),
      added: await shownMembers(db, actor, added),
      removed: await shownMembers(db, actor, removed),
    }
  },

  recomputeStaffGroup: async ({ id }, { db, now, fail, record, scope }) => {
    const before = await requireLockedGroup(db, id)
    if (before.rule === null) return fail(groupErrors.notDynamic)
    const stored = ruleOf({ rule: before.rule, scope: before.ruleScope })
    const computed = await computeGroup(db, { id, ...stored }, { today: await today(db, now), now })
    record({ targetId: id, targetName: before.name, after: computed })
    const counts = await countsFor(db, scope, [before])
    return { ...computed, staffCount: counts?.get(id) ?? (counts === null ? computed.staffCount : 0) }
  },

  exportStaffGroup: async (filter, { actor, db, record, scope }) => {
    const conditions = await groupConditions(db, filter)
    const { jobId } = await startTrackedJob(db, actor, groupExport, { filter, scope }, { conditions })
    record({ targetId: jobId, targetName: '用户组', after: filter })
    return { jobId }
  },
}

function sameRule(rule: GroupRule, stored: unknown): boolean {
  return JSON.stringify(rule) === JSON.stringify(ruleOf({ rule: stored, scope: null }).rule)
}

/** What a violated constraint means to the person at the screen. */
export const groupConstraints = { staff_group_name_unique: groupErrors.nameTaken }
