/** The whole product on a database of its own, as `apps/server` assembles it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@kaopei/contract'
import { createAccounts, loadPasswordKeys } from '@kaopei/identity/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { readConfig } from '../config.ts'
import { assemble, modulesOf } from '../modules.ts'

export interface Gauntlet {
  readonly world: World
  readonly endpoints: readonly Endpoint[]
  readonly close: () => Promise<void>
}

export async function openGauntlet(): Promise<Gauntlet> {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-gauntlet-'))
  const modules = modulesOf(loadPasswordKeys({ dataDir: folder }))
  const config = readConfig({ KAOPEI_DATA: folder, KAOPEI_LOG: 'silent' })
  const world = await World.open(modules, (base) => assemble(config, base).services)
  const close = async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { world, endpoints: modules.flatMap((module) => module.endpoints.map(({ endpoint }) => endpoint)), close }
}

/** An administrator who is also a person of the company with an account, as everybody outside of tests is. */
export async function administrator(world: World, companyId: string): Promise<TestActor> {
  const actor = await world.actor({ companyId, isAdmin: true })
  const loginAccount = `g${actor.staffId.slice(0, 8)}`
  await world.inCompany(companyId, async (db) => {
    const row = { company_id: companyId, id: actor.staffId, name: '管理员', login_account: loginAccount }
    await db.insertInto('org.staff').values(row).execute()
    await createAccounts(db, companyId, [{ id: actor.staffId, loginAccount }])
  })
  return actor
}

/** The same person signed in once more: some calls end the session they come with. */
export function again(world: World, { companyId, staffId }: TestActor): Promise<TestActor> {
  return world.actor({ companyId, staffId, isAdmin: true })
}

export function nameOf({ facts }: Endpoint): string {
  return `${facts.method ?? 'POST'} ${facts.path}`
}
