import { protocolErrors } from '@kaopei/contract'
import { mayActOn, removeAccounts, renameAccount, restoreAccounts } from '@kaopei/identity/server'
import { type Handlers, looksUpContact } from '@kaopei/server'
import { staffSource } from '../../contract/codes.ts'
import { staffErrors } from '../../contract/errors.ts'
import { type outerStaff, type RestConflict, type RestRow, recoveryDays, type restore } from '../../contract/restore.ts'
import { guardHeadcount } from '../departments/headcount.ts'
import { noteStaffChanged } from '../events.ts'
import { contactSight, searchesContacts, shownAccount } from '../sight/contacts.ts'
import { staffInScope } from '../sight/scope.sql.ts'
import { requireDepartment, storedPhone, withoutGrowth } from './change.service.ts'
import { removeStaff } from './change.sql.ts'
import { readableTo, shownNamed, unmasked } from './list.service.ts'
import { findStaff } from './list.sql.ts'
import { followMemberships } from './membership.sql.ts'
import {
  findRest,
  linkedOuterStaff,
  pageOfRest,
  type RestPerson,
  restoreStaff,
  selectTaken,
  setLinkedTo,
  type Taken,
  type UniqueValues,
} from './restore.sql.ts'

const dayMs = 86_400_000

const takenErrors = {
  loginAccount: staffErrors.accountTaken,
  phone: staffErrors.phoneTaken,
  email: staffErrors.emailTaken,
  jobNumber: staffErrors.jobNumberTaken,
} as const satisfies Record<keyof UniqueValues, unknown>

function recoverUntil({ removedAt }: RestPerson): Date {
  return new Date(removedAt.getTime() + recoveryDays * dayMs)
}

function shown(person: RestPerson, isReadable: boolean, now: Date): RestRow {
  const { removedAt, removedByName, isEnabled: _isEnabled, ...rest } = person
  const until = recoverUntil(person)
  return {
    ...rest,
    ...shownNamed(person, isReadable),
    staffId: person.id,
    removedAt: removedAt.toISOString(),
    removedByName: removedByName || null,
    recoverUntil: until.toISOString(),
    isRecoverable: now < until,
  }
}

function conflictsOf(taken: readonly Taken[], person: UniqueValues, shownAs: UniqueValues): RestConflict[] {
  return taken.flatMap(({ field, takenByName }) =>
    person[field] === null ? [] : [{ field, takenByName, value: shownAs[field] ?? '', message: takenErrors[field].text }],
  )
}

export const restoreHandlers: Handlers<typeof restore> = {
  listRest: async ({ pageIndex, pageSize, departmentId, beginTime, endTime, keyWords, staffSource: source }, context) => {
    const { actor, db, now, scope } = context
    const isSearched = searchesContacts(contactSight(actor), scope)
    const matchesWhole = !isSearched && (await looksUpContact(context, keyWords))
    const page = await pageOfRest(db, {
      scope,
      search: {
        keyWords,
        isSearched,
        matchesWhole,
        staffSource: source,
        from: beginTime,
        to: endTime,
        ...(departmentId && { departmentIds: [departmentId] }),
      },
      offset: (pageIndex - 1) * pageSize,
      limit: pageSize,
    })
    const isReadable = await readableTo(db, actor, page.people)
    return { dataList: page.people.map((person) => shown(person, isReadable(person.id), now)), totalCount: page.totalCount }
  },

  getRest: async ({ id }, { actor, db, now, fail, scope }) => {
    const found = await findRest(db, scope, id)
    if (!found) return fail(protocolErrors.notFound)
    const row = shown(found, (await readableTo(db, actor, [found]))(id), now)
    return { ...row, conflicts: conflictsOf(await selectTaken(db, found), found, row) }
  },

  modifyRecovery: async (input, context) => {
    const { actor, db, now, fail, record, scope } = context
    const found = await findRest(db, scope, input.id)
    if (!found) return fail(protocolErrors.notFound)
    if (found.version !== input.version) {
      const isReadable = await readableTo(db, actor, [found])
      return fail(protocolErrors.changed, { data: shown(found, isReadable(found.id), now) })
    }
    if (now >= recoverUntil(found)) return fail(staffErrors.recoveryOver)
    if (!(await mayActOn(db, actor, [input.id])).has(input.id)) return fail(staffErrors.stronger)
    const departmentId = input.departmentId ?? (found.isDepartmentGone ? null : found.departmentId)
    // Who belonged to no department, like candidates who came through an exam, comes back to none.
    if (departmentId === null && found.isDepartmentGone) {
      const data = { fields: [{ path: 'departmentId', message: staffErrors.departmentMissing.text }] }
      return fail(staffErrors.departmentMissing, { data })
    }
    if (departmentId !== null) await requireDepartment(db, scope, departmentId, fail)
    const phone = unmasked(input.phone, found.phone) ?? null
    const values = {
      loginAccount: unmasked(input.loginAccount, found.loginAccount) ?? found.loginAccount,
      phone: phone === null || phone === found.phone ? phone : await storedPhone(db, phone),
      email: unmasked(input.email, found.email) ?? null,
      jobNumber: input.jobNumber === undefined ? found.jobNumber : input.jobNumber,
    }
    const [first, ...more] = await selectTaken(db, values)
    if (first) {
      const fields = [first, ...more].map(({ field, takenByName }) => ({
        path: field,
        message: `${takenErrors[field].text}（${takenByName}）`,
      }))
      return fail(takenErrors[first.field], { data: { fields } })
    }
    const { id } = input
    if (found.isEnabled && found.staffSource === staffSource.employee) await guardHeadcount(db, 1, fail)
    const comeBack = async () => {
      const isBack = await restoreStaff(db, { ...input, by: actor.staffId, now }, { ...values, departmentId })
      if (isBack) await followMemberships(db, [id], now)
      return isBack
    }
    if (!(await withoutGrowth(context, [id], comeBack))) return fail(protocolErrors.changed)
    if (values.loginAccount !== found.loginAccount) await renameAccount(db, id, values.loginAccount)
    await restoreAccounts(db, [id])
    const { removedReason, removedAt } = found
    record({ targetId: id, targetName: found.name, before: { removedAt, removedReason }, after: { ...values, departmentId } })
    await noteStaffChanged(context, [id])
    return { id }
  },
}

export const outerStaffHandlers: Handlers<typeof outerStaff> = {
  linkOuterStaff: async ({ outerStaffId, staffId }, context) => {
    const { actor, db, now, fail, record, scope } = context
    const inScope = await staffInScope(db, scope, [outerStaffId, staffId])
    if (inScope.length < 2) return fail(protocolErrors.notFound)
    const outer = await findStaff(db, outerStaffId)
    const employee = await findStaff(db, staffId)
    if (outer?.staffSource !== staffSource.outside || employee?.staffSource !== staffSource.employee) {
      return fail(staffErrors.notLinkable)
    }
    if (!(await mayActOn(db, actor, [outerStaffId])).has(outerStaffId)) return fail(staffErrors.stronger)
    const reason = `已关联到员工${employee.name}`
    await removeStaff(db, { ids: [outerStaffId], reason, by: actor.staffId, now })
    await setLinkedTo(db, outerStaffId, staffId)
    await removeAccounts(db, [outerStaffId], fail)
    record({ targetId: outerStaffId, targetName: outer.name, after: { staffId, name: employee.name }, reason })
    await noteStaffChanged(context, [outerStaffId, staffId])
    return { staffId }
  },

  listLinked: async ({ staffId }, { actor, db, fail, scope }) => {
    if ((await staffInScope(db, scope, [staffId])).length === 0) return fail(protocolErrors.notFound)
    const linked = await linkedOuterStaff(db, [staffId])
    const isReadable = await readableTo(db, actor, linked)
    return linked.map(({ id, name, loginAccount, linkedAt }) => ({
      id,
      name,
      nameAccount: `${name}(${shownAccount(loginAccount, isReadable(id))})`,
      linkedAt,
    }))
  },
}
