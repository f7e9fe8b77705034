import { protocolErrors } from '@kaopei/contract'
import {
  createAccounts,
  mayActOn,
  removeAccounts,
  renameAccount,
  resetPasswords,
  setAccountsEnabled,
  unlockAccounts,
} from '@kaopei/identity/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Actor, type Context, type DataScope, type Db, type Handlers, looksUpContact } from '@kaopei/server'
import type { z } from 'zod'
import { staffState } from '../../contract/codes.ts'
import { staffErrors } from '../../contract/errors.ts'
import type { StaffRow, staff } from '../../contract/staff.ts'
import { sendResetLinks } from '../accounts/reset-link.service.ts'
import { guardEnabling } from '../departments/headcount.ts'
import { noteStaffChanged } from '../events.ts'
import { newId } from '../new-id.ts'
import { contactSight, searchesContacts, shownAccount } from '../sight/contacts.ts'
import { staffInScope } from '../sight/scope.sql.ts'
import {
  actableStaff,
  chosenStaff,
  requireDepartment,
  requireOthers,
  setBelongings,
  storedPhone,
  withoutGrowth,
} from './change.service.ts'
import { insertStaff, isAccountTaken, moveStaff, removeStaff, setStaffEnabled, updateStaff } from './change.sql.ts'
import { staffConditions } from './conditions.ts'
import { staffExport } from './export.ts'
import { pageOfStaff, readableTo, type StaffFilter, searchOf, shownPicks, shownStaff, unmasked } from './list.service.ts'
import { findStaff, type Staff, selectStaffByIds } from './list.sql.ts'
import { followMemberships } from './membership.sql.ts'

const loginFields = ['loginAccount', 'phone', 'email'] as const

/** Somebody outside the caller's data scope is not found, as if they were not there. */
async function findInScope(db: Db, scope: DataScope, id: string): Promise<Staff | undefined> {
  const found = await findStaff(db, id)
  return found && (await staffInScope(db, scope, [id])).length > 0 ? found : undefined
}

/** What the log keeps of a person. */
function logged({ name, loginAccount, phone, email, jobNumber, departmentId, gender, post, rank, entryDate, ...more }: Staff) {
  const labels = more.labels.map((label) => label.name)
  const otherDepartments = more.otherDepartments.map((department) => department.name)
  return { name, loginAccount, phone, email, jobNumber, departmentId, otherDepartments, gender, post, rank, labels, entryDate }
}

type RemovesContext = Context<(typeof staff)['removes']> | Context<(typeof staff)['remove']>

async function removeThem(context: RemovesContext, wanted: readonly string[], reason: string | undefined) {
  const { actor, db, now, fail, record } = context
  const { ids, outOfScopeCount, refused } = await actableStaff(context, wanted)
  await requireOthers(db, actor.staffId, ids, fail)
  const before = await selectStaffByIds(db, ids)
  await removeStaff(db, { ids, reason: reason || null, by: actor.staffId, now })
  await removeAccounts(db, ids, fail)
  for (const person of before) {
    record({ targetId: person.id, targetName: person.name, before: logged(person), reason: reason || null })
  }
  await noteStaffChanged(context, ids)
  return { count: ids.length, outOfScopeCount, refused }
}

async function shownTo(db: Db, actor: Actor, person: Staff): Promise<StaffRow> {
  const [row] = await shownStaff(db, actor, [person])
  if (!row) throw new Error('one person is one row')
  return row
}

type Listing = Context<(typeof staff)['list']> | Picking

/** A page of people with their contacts as the caller may see them; a whole phone or address finds its person for everybody. */
async function found(
  context: Listing,
  scope: DataScope,
  { pageIndex, pageSize, ...filter }: StaffFilter & { pageIndex: number; pageSize: number },
) {
  const { actor, db } = context
  const sight = contactSight(actor)
  const matchesWhole = !searchesContacts(sight, scope) && (await looksUpContact(context, filter.keyWords))
  return pageOfStaff(db, searchOf(filter, scope, { sight, matchesWhole }), { pageIndex, pageSize })
}

type Picking = Context<(typeof staff)['listFast']> | Context<(typeof staff)['listAllStaff']>

/** A page of those who may be picked on the caller's screen: nobody whose account is switched off. */
async function pickable({ selectedIds, ...filter }: z.output<(typeof staff)['listFast']['input']>, context: Picking) {
  const { actor, db, scope } = context
  if (filter.state === staffState.disabled) return { dataList: [], totalCount: 0 }
  const page = await found(context, scope, { ...filter, state: staffState.enabled })
  const rows = await shownPicks(db, actor, page.people)
  const chosen = new Set(selectedIds)
  return { dataList: rows.map((row) => ({ ...row, selected: chosen.has(row.id) })), totalCount: page.totalCount }
}

export const staffHandlers: Handlers<typeof staff> = {
  list: async (filter, context) => {
    const page = await found(context, context.scope, filter)
    return { dataList: await shownStaff(context.db, context.actor, page.people), totalCount: page.totalCount }
  },

  listAllStaff: pickable,
  listFast: pickable,

  create: async (input, context) => {
    const { db, now, fail, record, scope } = context
    const phone = await storedPhone(db, input.phone)
    await requireDepartment(db, scope, input.departmentId, fail)
    const id = newId()
    const loginAccount = input.loginAccount ?? phone
    const { name, departmentId, staffSource } = input
    const { email = null, jobNumber = null, gender = null, postId = null, rankId = null, entryDate = null } = input
    const fields = { name, loginAccount, phone, email, jobNumber, departmentId, gender, postId, rankId, entryDate }
    const person = { ...fields, id, staffSource }
    await withoutGrowth(context, [id], async () => {
      await insertStaff(db, [person], { now, fail })
      await createAccounts(db, [{ id, loginAccount }])
      await setBelongings(db, scope, { id, ...input, now, fail })
    })
    const [made] = input.hasTemporaryPassword ? await resetPasswords(db, [id]) : []
    const { labelIds = [], otherDepartmentIds = [] } = input
    record({ targetId: id, targetName: name, after: { ...person, labelIds, otherDepartmentIds } })
    await noteStaffChanged(context, [id])
    return { id, temporaryPassword: made?.password ?? null }
  },

  modify: async (input, context) => {
    const { actor, db, now, fail, record, scope } = context
    const before = await findInScope(db, scope, input.id)
    if (!before) return fail(protocolErrors.notFound)
    const departmentId = input.departmentId ?? before.departmentId
    if (departmentId !== null && departmentId !== before.departmentId) await requireDepartment(db, scope, departmentId, fail)
    const phone = unmasked(input.phone, before.phone)
    const given = unmasked(input.loginAccount, before.loginAccount)
    const pick = <Value>(value: Value | undefined, current: Value) => (value === undefined ? current : value)
    const change = {
      name: input.name ?? before.name,
      loginAccount: given ?? before.loginAccount,
      phone: phone && phone !== before.phone ? await storedPhone(db, phone) : before.phone,
      email: pick(unmasked(input.email, before.email), before.email),
      jobNumber: pick(input.jobNumber, before.jobNumber),
      departmentId,
      gender: pick(input.gender, before.gender),
      postId: pick(input.postId, before.postId),
      rankId: pick(input.rankId, before.rankId),
      entryDate: pick(input.entryDate, before.entryDate),
    }
    // Codes that let somebody in go to phone and e-mail.
    const isLoginChanged = loginFields.some((field) => change[field] !== before[field])
    if (isLoginChanged && !(await mayActOn(db, actor, [input.id])).has(input.id)) return fail(staffErrors.stronger)
    const update = async () => {
      if (!(await updateStaff(db, input, change, now))) return false
      await followMemberships(db, [input.id], now)
      await setBelongings(db, scope, { ...input, now, fail })
      return true
    }
    const isUpdated = await withoutGrowth(context, [input.id], update)
    if (!isUpdated) {
      const current = await findStaff(db, input.id)
      return current ? fail(protocolErrors.changed, { data: await shownTo(db, actor, current) }) : fail(protocolErrors.notFound)
    }
    const changed = await findStaff(db, input.id)
    if (!changed) return fail(protocolErrors.notFound)
    if (changed.loginAccount !== before.loginAccount) await renameAccount(db, input.id, changed.loginAccount)
    record({ targetId: changed.id, targetName: changed.name, before: logged(before), after: logged(changed) })
    await noteStaffChanged(context, [input.id])
    return shownTo(db, actor, changed)
  },

  get: async ({ id }, { actor, db, fail, scope }) => {
    const found = await findInScope(db, scope, id)
    return found ? shownTo(db, actor, found) : fail(protocolErrors.notFound)
  },

  getPrivate: async ({ id }, { db, fail, record, scope }) => {
    const found = await findInScope(db, scope, id)
    if (!found) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: found.name })
    return { phone: found.phone, email: found.email }
  },

  remove: async ({ id, reason }, context) => {
    const { db, fail, scope } = context
    if ((await staffInScope(db, scope, [id])).length === 0) return fail(protocolErrors.notFound)
    return removeThem(context, [id], reason)
  },
  removes: ({ ids, reason }, context) => removeThem(context, ids, reason),

  moves: async ({ ids: wanted, departmentId }, context) => {
    const { db, now, fail, record, scope } = context
    await requireDepartment(db, scope, departmentId, fail)
    const { ids, outOfScopeCount } = await chosenStaff(db, scope, wanted, fail)
    const before = await selectStaffByIds(db, ids)
    const move = () => moveStaff(db, ids, departmentId, now)
    const moved = new Set(await withoutGrowth(context, ids, move))
    for (const { id, name, departmentId: from } of before) {
      if (moved.has(id)) record({ targetId: id, targetName: name, before: { departmentId: from }, after: { departmentId } })
    }
    await noteStaffChanged(context, [...moved])
    return { count: ids.length, outOfScopeCount }
  },

  enables: async ({ ids: wanted, isEnabled }, context) => {
    const { actor, db, now, fail, record } = context
    const { ids, outOfScopeCount, refused } = await actableStaff(context, wanted)
    if (isEnabled) await guardEnabling(db, ids, fail)
    else await requireOthers(db, actor.staffId, ids, fail)
    await withoutGrowth(context, ids, async () => {
      await setStaffEnabled(db, ids, isEnabled, now)
      await setAccountsEnabled(db, ids, isEnabled, fail)
    })
    const action = isEnabled ? 'enable' : 'disable'
    for (const { id, name } of await selectStaffByIds(db, ids)) {
      record({ action, targetId: id, targetName: name, after: { isEnabled } })
    }
    await noteStaffChanged(context, ids)
    return { count: ids.length, outOfScopeCount, refused }
  },

  unlocks: async ({ ids: wanted }, context) => {
    const { db, record } = context
    const { ids, outOfScopeCount, refused } = await actableStaff(context, wanted)
    await unlockAccounts(db, ids)
    for (const { id, name } of await selectStaffByIds(db, ids)) record({ targetId: id, targetName: name })
    return { count: ids.length, outOfScopeCount, refused }
  },

  resets: async ({ ids: wanted, ways }, context) => {
    const { actor, db, record } = context
    const { ids, outOfScopeCount, refused } = await actableStaff(context, wanted)
    const people = await selectStaffByIds(db, ids)
    const passwords = new Map((await resetPasswords(db, ids)).map(({ id, password }) => [id, password]))
    const sent = await sendResetLinks(people, ways, context)
    for (const { id, name } of people) {
      const own = sent.get(id)
      record({ targetId: id, targetName: name, ...(own && { after: { ways: own } }) })
    }
    const isReadable = await readableTo(db, actor, people)
    const list = people.map(({ id, name, loginAccount }) => ({
      id,
      name,
      loginAccount: shownAccount(loginAccount, isReadable(id)),
      temporaryPassword: passwords.get(id) ?? '',
      sentBy: sent.get(id) ?? [],
    }))
    return { list, outOfScopeCount, refused }
  },

  loginAccountNumberJudge: async ({ loginAccount, id }, context) => {
    const { actor, db } = context
    // Many accounts are somebody's phone.
    if (contactSight(actor)?.kind !== 'all') await looksUpContact(context, loginAccount)
    return { isExist: await isAccountTaken(db, loginAccount, id) }
  },

  export: async (filter, { actor, db, record, scope }) => {
    const search = searchOf(filter, scope, { sight: contactSight(actor) })
    const conditions = await staffConditions(db, filter)
    const { jobId } = await startTrackedJob(db, actor, staffExport, search, { conditions })
    record({ targetId: jobId, targetName: '员工花名册', after: filter })
    return { jobId }
  },
}

/** What a violated constraint means to the person at the screen. */
export const staffConstraints = {
  account_login_unique: staffErrors.accountTaken,
  staff_account_unique: staffErrors.accountTaken,
  staff_phone_unique: staffErrors.phoneTaken,
  staff_email_unique: staffErrors.emailTaken,
  staff_job_number_unique: staffErrors.jobNumberTaken,
  staff_company_id_post_id_fkey: staffErrors.postMissing,
  staff_company_id_rank_id_fkey: staffErrors.rankMissing,
  staff_label_company_id_label_id_fkey: staffErrors.labelMissing,
}
