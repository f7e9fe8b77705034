import { protocolErrors } from '@kaopei/contract'
import { type DataScope, type Db, Failure } from '@kaopei/server'
import { staffErrors } from '../contract/errors.ts'
import { coveredDepartments } from './department.sql.ts'
import { phoneProblem, plainPhone } from './rules/check-phone.ts'
import { allowsNewPhoneRanges, keepsAdmin } from './staff-change.sql.ts'
import { staffInScope } from './staff-scope.sql.ts'

/** The phone as it is stored; ends the request when the company's rule does not admit it. */
export async function storedPhone(db: Db, companyId: string, typed: string): Promise<string> {
  const phone = plainPhone(typed)
  if (!phoneProblem(phone, await allowsNewPhoneRanges(db, companyId))) return phone
  const message = phone === '' ? '电话不能为空' : '请输入正确的电话'
  throw new Failure(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'phone', message }] } })
}

/** People are put only where the caller's data scope reaches. */
export async function requireDepartment(db: Db, companyId: string, scope: DataScope, departmentId: string): Promise<void> {
  const covered = await coveredDepartments(db, companyId, scope, [departmentId])
  if (covered.has(departmentId)) return
  const data = { fields: [{ path: 'departmentId', message: staffErrors.departmentMissing.text }] }
  throw new Failure(staffErrors.departmentMissing, { data })
}

export interface Chosen {
  readonly ids: string[]
  readonly outOfScopeCount: number
}

/** Of the people that a batch names, those it may touch. */
export async function chosenStaff(db: Db, companyId: string, scope: DataScope, wanted: readonly string[]): Promise<Chosen> {
  const distinct = [...new Set(wanted)]
  const ids = await staffInScope(db, companyId, scope, distinct)
  if (ids.length === 0) throw new Failure(staffErrors.outOfScope)
  return { ids, outOfScopeCount: distinct.length - ids.length }
}

/** Nobody locks themselves out, and a company keeps somebody who can administer it. */
export async function requireOthers(db: Db, companyId: string, callerId: string, ids: readonly string[]): Promise<void> {
  if (ids.includes(callerId)) throw new Failure(staffErrors.notYourself)
  if (!(await keepsAdmin(db, companyId, ids))) throw new Failure(staffErrors.lastAdmin)
}
