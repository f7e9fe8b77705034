import { protocolErrors } from '@kaopei/contract'
import { mayActOn } from '@kaopei/identity/server'
import { type Actor, type DataScope, type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { staffErrors } from '../../contract/errors.ts'
import { shortList } from '../../contract/short-list.ts'
import { findGrowth } from '../accounts/ruled-roles.ts'
import { coveredDepartments } from '../departments/tree.sql.ts'
import { phoneProblem, plainPhone } from '../rules/check-phone.ts'
import { staffInScope } from '../sight/scope.sql.ts'
import { allowsNewPhoneRanges, keepsAdmin, setLabels } from './change.sql.ts'
import { selectStaffByIds } from './list.sql.ts'
import { otherDepartmentsOf, setOtherDepartments } from './membership.sql.ts'

type StaffError<Name extends keyof typeof staffErrors> = (typeof staffErrors)[Name]

/** The phone as it is stored; ends the request when the company's rule does not admit it. */
export async function storedPhone(db: Db, typed: string): Promise<string> {
  const phone = plainPhone(typed)
  if (!phoneProblem(phone, await allowsNewPhoneRanges(db))) return phone
  const message = phone === '' ? '电话不能为空' : '请输入正确的电话'
  throw new ProtocolFailure(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'phone', message }] } })
}

/** People are put only where the caller's data scope reaches. */
export async function requireDepartment(
  db: Db,
  scope: DataScope,
  departmentId: string,
  fail: Fail<StaffError<'departmentMissing'>>,
): Promise<void> {
  const covered = await coveredDepartments(db, scope, [departmentId])
  if (covered.has(departmentId)) return
  const data = { fields: [{ path: 'departmentId', message: staffErrors.departmentMissing.text }] }
  fail(staffErrors.departmentMissing, { data })
}

/** Labels and the departments beside the main one, as far as they are given. New departments must be in the caller's data scope. */
export async function setBelongings(
  db: Db,
  scope: DataScope,
  given: {
    readonly id: string
    readonly now: Date
    readonly labelIds?: readonly string[] | undefined
    readonly otherDepartmentIds?: readonly string[] | undefined
    readonly fail: Fail<StaffError<'departmentMissing'>>
  },
): Promise<void> {
  const { id, now, labelIds, otherDepartmentIds, fail } = given
  if (labelIds) await setLabels(db, id, labelIds)
  if (!otherDepartmentIds) return
  const kept = new Set(await otherDepartmentsOf(db, id))
  const covered = await coveredDepartments(db, scope, otherDepartmentIds)
  if (otherDepartmentIds.some((one) => !kept.has(one) && !covered.has(one))) {
    const data = { fields: [{ path: 'otherDepartmentIds', message: staffErrors.departmentMissing.text }] }
    fail(staffErrors.departmentMissing, { data })
  }
  // Those that the caller's scope does not reach cannot be taken away either.
  const reachable = await coveredDepartments(db, scope, [...kept])
  const untouchable = [...kept].filter((one) => !reachable.has(one))
  await setOtherDepartments(db, id, [...new Set([...otherDepartmentIds, ...untouchable])], now)
}

export interface Chosen {
  readonly ids: string[]
  readonly outOfScopeCount: number
}

/** Of the people that a batch names, those it may touch. */
export async function chosenStaff(
  db: Db,
  scope: DataScope,
  wanted: readonly string[],
  fail: Fail<StaffError<'outOfScope'>>,
): Promise<Chosen> {
  const distinct = [...new Set(wanted)]
  const ids = await staffInScope(db, scope, distinct)
  if (ids.length === 0) fail(staffErrors.outOfScope)
  return { ids, outOfScopeCount: distinct.length - ids.length }
}

export interface Actable extends Chosen {
  /** Names of those left out because they may do more than the caller. */
  readonly refused: string[]
}

/** Of the people that a batch names, those whose accounts the caller may take in hand. */
export async function actableStaff(
  { db, actor, scope, fail }: { db: Db; actor: Actor; scope: DataScope; fail: Fail<StaffError<'outOfScope' | 'stronger'>> },
  wanted: readonly string[],
): Promise<Actable> {
  const { ids, outOfScopeCount } = await chosenStaff(db, scope, wanted, fail)
  const allowed = await mayActOn(db, actor, ids)
  const refused = await namesOf(
    db,
    ids.filter((id) => !allowed.has(id)),
  )
  if (allowed.size === 0) fail(staffErrors.stronger, { text: `${shortList(refused)}拥有您没有的权限，只能由管理员操作` })
  return { ids: ids.filter((id) => allowed.has(id)), outOfScopeCount, refused }
}

/**
 * Runs a change of what people are: departments, posts, labels, state. What they see by "own department", and what rules of groups give them, goes with it:
 * never beyond what the caller has, the caller included. `ids` null: nobody knows whom it concerns; a function: it is known afterwards.
 */
export async function withoutGrowth<T>(
  { db, actor, fail }: { db: Db; actor: Actor; fail: Fail<StaffError<'growing'>> },
  ids: readonly string[] | null | ((result: T) => readonly string[]),
  change: () => Promise<T>,
): Promise<T> {
  const { result, grown } = await findGrowth(db, actor, ids, change)
  if (grown.length === 0) return result
  const names = shortList(await namesOf(db, grown))
  return fail(staffErrors.growing, { text: `${names}${staffErrors.growing.text}` })
}

async function namesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : (await selectStaffByIds(db, ids)).map(({ name }) => name)
}

/** Nobody locks themselves out, and a company keeps somebody who can administer it. */
export async function requireOthers(
  db: Db,
  callerId: string,
  ids: readonly string[],
  fail: Fail<StaffError<'notYourself' | 'lastAdmin'>>,
): Promise<void> {
  if (ids.includes(callerId)) fail(staffErrors.notYourself)
  if (!(await keepsAdmin(db, ids))) fail(staffErrors.lastAdmin)
}
