import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint, type InputOf, menu } from '@kaopei/contract'
import { arrangePerson } from '@kaopei/org/testing'
import { implement, type Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { z } from 'zod'
import { identityMenus } from '../contract/menus.ts'
import { sessionCalls } from '../contract/session.ts'
import { createAccounts, hashPassword, identityModule, loadPasswordKeys, sessionSource } from './index.ts'

// What this room's tests stand on: a world with real sessions, people who can log in, and one endpoint of another room to be let into.

export const password = 'right-pass1!'
export const roster = menu(
  { name: 'roster', title: '花名册', path: '/business/udp/roster', parent: 'udp', sort: 1 },
  { add: '新增' },
)
const menus = [...identityMenus, roster]
export const probe = {
  add: endpoint({
    path: '/api/v1/probe/add',
    summary: '新增',
    access: roster.rights.add,
    audit: 'read',
    scope: 'department',
    output: z.object({ scope: z.unknown() }),
  }),
  handIn: endpoint({
    path: '/api/v1/probe/handIn',
    summary: '交卷',
    access: 'signedIn',
    audit: 'ownTrail',
    whileSuspended: true,
  }),
}

export interface Person {
  readonly companyId: string
  readonly domain: string
  readonly id: string
  readonly account: string
}

const keysFolder = mkdtempSync(join(tmpdir(), 'kaopei-identity-'))
export const passwordKeys = loadPasswordKeys({ dataDir: keysFolder })
rmSync(keysFolder, { recursive: true })
const hashed = hashPassword(password)

export function openIdentityWorld(others: readonly Module[] = []): Promise<World> {
  const probed = { endpoints: implement(probe, { add: async (_input, { scope }) => ({ scope }), handIn: async () => undefined }) }
  return World.open(
    [identityModule({ menus, passwordKeys }), probed, ...others],
    () => ({}),
    (pool) => sessionSource(pool, menus),
  )
}

export function encrypt(text: string): string {
  const key = createPublicKey({ key: Buffer.from(passwordKeys.publicKey, 'base64'), type: 'spki', format: 'der' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(text)).toString(
    'base64',
  )
}

interface PersonWish {
  readonly companyId?: string
  readonly mustChangePassword?: boolean
  readonly withoutPassword?: boolean
  readonly phone?: string
  readonly email?: string
}

/** A person with the password above, in a company of their own unless said otherwise. */
export async function addPerson(world: World, wish: PersonWish = {}): Promise<Person> {
  const companyId = wish.companyId ?? (await world.company())
  const [company] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [companyId])
  const id = randomUUID()
  const account = `u${id.slice(0, 8)}`
  const { phone = null, email = null } = wish
  await arrangePerson(world, companyId, { id, name: '李测试', loginAccount: account, phone, email })
  const passwordHash = wish.withoutPassword ? {} : { passwordHash: await hashed }
  await world.inCompany(companyId, (db) =>
    createAccounts(db, [{ id, loginAccount: account, ...passwordHash, mustChangePassword: wish.mustChangePassword ?? false }]),
  )
  return { companyId, domain: company?.domain ?? '', id, account }
}

type LoginInput = InputOf<typeof sessionCalls.login>

export function tryLogin(world: World, person: Pick<Person, 'account' | 'domain'>, wish: Partial<LoginInput> = {}) {
  const input = { account: person.account, tenantDomain: person.domain, password: encrypt(password), ...wish }
  return world.as(undefined).call(sessionCalls.login, input)
}

/** Logs in and answers what the client keeps. */
export async function login(world: World, person: Pick<Person, 'account' | 'domain'>, wish: Partial<LoginInput> = {}) {
  const { code, message, data } = await tryLogin(world, person, wish)
  if (code !== 0) throw new Error(`login answered ${code} ${message}`)
  return data
}
