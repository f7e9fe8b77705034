import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessMenus } from '@kaopei/access/contract/menus'
import { accessModule } from '@kaopei/access/server'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { identityMenus } from '@kaopei/identity/contract/menus'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { createAccounts, identityModule, loadPasswordKeys, sessionSource } from '@kaopei/identity/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgMenus } from '@kaopei/org/contract/menus'
import { orgModule } from '@kaopei/org/server'
import { arrangePerson } from '@kaopei/org/testing'
import { platformMenus } from '@kaopei/platform/contract/menus'
import { platformModule } from '@kaopei/platform/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { tenantMenus } from '../contract/menus.ts'
import { tenantModule } from './index.ts'

// What this room's tests stand on: the rooms that a new company needs, with real sessions, and the platform's own company.

export interface TenantWorld {
  readonly world: World
  readonly platformId: string
  /** An administrator of the platform's own company, a person with an account. */
  readonly platform: TestActor
  readonly encrypt: (password: string) => string
  readonly login: (person: Login) => Promise<{ code: number; message: string; token: string; mustChange: boolean }>
  readonly close: () => Promise<void>
}

interface Login {
  readonly account: string
  readonly password: string
  readonly domain: string
}

const menus = [...identityMenus, ...orgMenus, ...accessMenus, ...platformMenus, ...tenantMenus]

export async function openTenantWorld(): Promise<TenantWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-tenant-'))
  const passwordKeys = loadPasswordKeys({ dataDir: folder })
  const rooms = [
    identityModule({ menus, passwordKeys }),
    filesModule,
    jobsModule,
    orgModule,
    tenantModule({ menus, passwordKeys }),
  ]
  const withRoles = [...rooms, accessModule({ menus, rooms })]
  const world = await World.open(
    [...withRoles, platformModule(withRoles)],
    ({ secret }) => ({ blobs: new FolderStore({ folder: join(folder, 'files'), secret }) }),
    (pool) => sessionSource(pool, menus),
  )
  const [row] = await world.rows<{ id: string }>(
    "insert into identity.company (domain, name, is_platform) values ('platform', '平台', true) returning id",
  )
  const platformId = row?.id ?? ''
  const platform = await world.actor({ companyId: platformId, isPlatform: true, name: '平台管理员' })
  await arrangePerson(world, platformId, { id: platform.staffId, name: '平台管理员', loginAccount: 'root' })
  await world.inCompany(platformId, (db) => createAccounts(db, [{ id: platform.staffId, loginAccount: 'root' }]))
  const encrypt = (text: string) => {
    const key = createPublicKey({ key: Buffer.from(passwordKeys.publicKey, 'base64'), type: 'spki', format: 'der' })
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
  }
  return {
    world,
    platformId,
    platform,
    encrypt,
    login: async ({ account, password, domain }) => {
      const input = { account, tenantDomain: domain, password: encrypt(password) }
      const { code, message, data } = await world.as(undefined).call(sessionCalls.login, input)
      return { code, message, token: data?.token ?? '', mustChange: data?.changePasswordFlag === '0' }
    },
    close: async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
