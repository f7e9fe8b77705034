/** People of a journey's own: other journeys meanwhile count the demo's, and use its accounts. */
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { department } from '@kaopei/org/contract/department'
import { staff } from '@kaopei/org/contract/staff'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { randomPassword } from '../../apps/server/demo/password.ts'
import type { DemoAccount } from '../setup.ts'
import { sealed, signedIn } from './api.ts'

export async function newDepartment(admin: DemoClient, name: string): Promise<string> {
  const [root] = await admin.call(department.getDepartmentTree, {})
  const { id } = await admin.call(department.save, { name, parentId: root?.id ?? null })
  return id
}

export interface Newcomer extends DemoAccount {
  readonly id: string
}

let hiredCount = 0

/** Somebody new with no roles, in a department of their own, who has set a password of their own. */
export async function newcomer(admin: DemoClient, name: string): Promise<Newcomer> {
  hiredCount += 1
  const stamp = `${hiredCount % 10}${String(Date.now()).slice(-8)}`
  const account = `new${stamp}`
  const departmentId = await newDepartment(admin, `${name}部${stamp}`)
  const wish = { name, phone: `14${stamp}`, loginAccount: account, departmentId, hasTemporaryPassword: true }
  const { id, temporaryPassword } = await admin.call(staff.create, wish)
  const given = { id, account, tenantDomain: 'demo', role: name }
  const own = await signedIn({ ...given, password: temporaryPassword ?? '' })
  const password = randomPassword()
  await own.call(staffCentreCalls.selfModifyPassword, { newPassword: await sealed(password) })
  return { ...given, password }
}
