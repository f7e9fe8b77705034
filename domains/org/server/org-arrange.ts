import { temporaryBlobs } from '@kaopei/files/server'
import { createAccounts } from '@kaopei/identity/server'
import { jobsModule } from '@kaopei/jobs/server'
import type { DataScope } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { department } from '../contract/department.ts'
import { staffMenu } from '../contract/menus.ts'
import { staff } from '../contract/staff.ts'
import { orgModule } from './index.ts'
import { newId } from './new-id.ts'
import { arrangePerson } from './testing.ts'

// What this room's tests stand on.

export const openOrgWorld = () => World.open([orgModule, jobsModule], temporaryBlobs)

/** Departments by names, parents before children: { 总部: null, 研发部: '总部' } → their ids. */
export async function addDepartments<const Tree extends Record<string, string | null>>(
  world: World,
  actor: TestActor,
  tree: Tree,
) {
  const ids = new Map<string, string>()
  for (const [name, parent] of Object.entries(tree)) {
    const parentId = parent === null ? null : ids.get(parent)
    const { id } = await world.as(actor).get(department.save, { name, parentId: parentId ?? null })
    ids.set(name, id)
  }
  return (name: keyof Tree & string): string => ids.get(name) ?? ''
}

let lastPhone = 13_800_000_000

export function nextPhone(): string {
  lastPhone += 1
  return String(lastPhone)
}

interface PersonWish {
  readonly name?: string
  readonly departmentId: string
  readonly loginAccount?: string
  readonly phone?: string
  readonly email?: string
  readonly jobNumber?: string
  readonly staffSource?: 1 | 2
  readonly postId?: string
  readonly rankId?: string
  readonly labelIds?: string[]
  readonly otherDepartmentIds?: string[]
  readonly entryDate?: string
}

export async function addPerson(world: World, actor: TestActor, wish: PersonWish): Promise<string> {
  const { id } = await world.as(actor).get(staff.create, { name: '王小明', phone: nextPhone(), ...wish })
  return id
}

const everyRight = Object.values(staffMenu.rights)

/** Somebody with every right of the roster whose data scope is a part of the company; a row of their own in `departmentId` when given. */
export async function scopedActor(
  world: World,
  companyId: string,
  scope: Partial<Extract<DataScope, { kind: 'some' }>>,
  departmentId?: string,
): Promise<TestActor> {
  const staffId = newId()
  if (departmentId !== undefined) {
    const loginAccount = `scoped${staffId.slice(-8)}`
    await arrangePerson(world, companyId, { id: staffId, name: '范围管理员', loginAccount, phone: nextPhone(), departmentId })
    await world.inCompany(companyId, (db) => createAccounts(db, [{ id: staffId, loginAccount }]))
  }
  const whole: DataScope = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null, ...scope }
  return world.actor({ companyId, staffId, rights: everyRight, scopes: { [staffMenu.name]: whole } })
}

/** Everything, or these departments with all below them. */
export function inCompanyScope(subtreeIds: readonly string[] | null): DataScope {
  return subtreeIds === null ? { kind: 'all' } : { kind: 'some', departmentIds: [], subtreeIds, ownStaffId: null }
}
