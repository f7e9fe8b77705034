import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Menu, Right } from '@kaopei/contract'
import { temporaryBlobs } from '@kaopei/files/server'
import { identityMenus } from '@kaopei/identity/contract/menus'
import { sessionCalls } from '@kaopei/identity/contract/session'
import {
  assignRole,
  createAccounts,
  createAdminRole,
  createRole,
  hashPassword,
  identityModule,
  loadPasswordKeys,
  sessionSource,
} from '@kaopei/identity/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgMenus } from '@kaopei/org/contract/menus'
import { orgModule, seesStaff } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import type { Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { userGroupMenus } from '@kaopei/usergroup/contract/menus'
import { usergroupModule } from '@kaopei/usergroup/server'
import { accessMenus } from '../contract/menus.ts'
import { accessModule } from './index.ts'

// What this room's tests stand on: real sessions, because what a role grants is read with them.

const keysFolder = mkdtempSync(join(tmpdir(), 'kaopei-access-'))
const passwordKeys = loadPasswordKeys({ dataDir: keysFolder })
rmSync(keysFolder, { recursive: true })
const password = 'right-pass1!'
const hashed = hashPassword(password)

export const menus: readonly Menu[] = [...identityMenus, ...orgMenus, ...userGroupMenus, ...accessMenus]
const rooms: readonly Module[] = [identityModule({ menus, passwordKeys, seesStaff }), jobsModule, orgModule, usergroupModule]

export const openAccessWorld = () =>
  World.open([...rooms, accessModule({ menus, rooms })], temporaryBlobs, (pool) => sessionSource(pool, menus))

/** Departments by names, parents before children → their ids. */
export async function addDepartments<const Tree extends Record<string, string | null>>(
  world: World,
  companyId: string,
  tree: Tree,
): Promise<(name: keyof Tree & string) => string> {
  const known = new Map<string, { id: string; path: string }>()
  for (const [name, parent] of Object.entries(tree)) {
    const id = randomUUID()
    const above = parent === null ? undefined : known.get(parent)
    const path = `${above?.path ?? '/'}${id}/`
    await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      companyId,
      id,
      above?.id ?? null,
      name,
      path,
    ])
    known.set(name, { id, path })
  }
  return (name) => known.get(name)?.id ?? ''
}

export interface Person {
  readonly companyId: string
  readonly id: string
  readonly account: string
}

/** Somebody with the password above. */
export async function addPerson(
  world: World,
  companyId: string,
  wish: { name?: string; departmentId?: string } = {},
): Promise<Person> {
  const id = randomUUID()
  const account = `u${id.slice(0, 8)}`
  const { name = '李测试', departmentId = null } = wish
  await arrangePerson(world, companyId, { id, name, loginAccount: account, departmentId })
  const passwordHash = await hashed
  await world.inCompany(companyId, (db) =>
    createAccounts(db, [{ id, loginAccount: account, passwordHash, mustChangePassword: false }]),
  )
  return { companyId, id, account }
}

export interface RoleWish {
  readonly name?: string
  readonly menus: readonly { readonly menu: Menu; readonly scope?: number; readonly departmentIds?: readonly string[] }[]
  readonly rights?: readonly Right[]
}

/** Answers the role's id. */
export async function addRole(world: World, companyId: string, wish: RoleWish, holders: readonly Person[] = []): Promise<string> {
  return world.inCompany(companyId, async (db) => {
    const id = await createRole(db, { name: wish.name ?? `角色${randomUUID().slice(0, 8)}`, ...wish })
    await assignRole(
      db,
      id,
      holders.map((holder) => holder.id),
    )
    return id
  })
}

export async function makeAdmin(world: World, person: Person): Promise<string> {
  return world.inCompany(person.companyId, async (db) => {
    const id = await createAdminRole(db)
    await assignRole(db, id, [person.id])
    return id
  })
}

/** A static group with these members. */
export async function addGroup(world: World, companyId: string, members: readonly Person[]): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    `insert into usergroup.staff_group (company_id, name) values ($1, $2) returning id`,
    [companyId, `组${randomUUID().slice(0, 8)}`],
  )
  const id = row?.id ?? ''
  await joinGroup(world, companyId, id, members)
  return id
}

export async function joinGroup(world: World, companyId: string, groupId: string, members: readonly Person[]): Promise<void> {
  if (members.length === 0) return
  await world.inCompany(companyId, (db) =>
    db
      .insertInto('usergroup.member')
      .values(members.map(({ id }) => ({ company_id: companyId, group_id: groupId, staff_id: id })))
      .execute(),
  )
  await world.rows('update usergroup.staff_group set staff_count = staff_count + $2 where id = $1', [groupId, members.length])
}

function encrypt(text: string): string {
  const key = createPublicKey({ key: Buffer.from(passwordKeys.publicKey, 'base64'), type: 'spki', format: 'der' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(text)).toString(
    'base64',
  )
}

/** A session as a browser gets it. */
export async function logIn(world: World, { account, companyId }: Person): Promise<{ token: string }> {
  const [company] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [companyId])
  const { token } = await world.as(undefined).get(sessionCalls.login, {
    account,
    tenantDomain: company?.domain ?? '',
    password: encrypt(password),
  })
  return { token }
}

/** A new company with an administrator who is signed in. */
export async function openCompany(world: World) {
  const companyId = await world.company()
  const boss = await addPerson(world, companyId, { name: '管理员' })
  const adminRoleId = await makeAdmin(world, boss)
  return { companyId, boss, adminRoleId, admin: await logIn(world, boss) }
}
