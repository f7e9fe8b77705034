/** The whole product on a database of its own, as `apps/server` assembles it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@kaopei/contract'
import { createAccounts, loadPasswordKeys, type PasswordKeys } from '@kaopei/identity/server'
import { arrangePerson } from '@kaopei/org/testing'
import { type TestActor, type TestDatabase, World } from '@kaopei/server/testing'
import type { RoomName } from '../../../tools/rooms.ts'
import { readConfig } from '../config.ts'
import { assemble, modulesOf, roomModules } from '../modules.ts'

export interface Gauntlet {
  readonly world: World
  /** The calls of the whole product, or of the rooms that KAOPEI_TEST_ROOMS names. */
  readonly endpoints: readonly Endpoint[]
  /** More than so many must be met in the whole product; some rooms alone promise no number. */
  readonly many: (count: number) => number
  /** The room that declares an endpoint; the interface's own description belongs to none. */
  readonly roomOf: (endpoint: Endpoint) => RoomName | undefined
  readonly close: () => Promise<void>
}

interface Ground {
  /** Every call, whatever rooms are named; for what compares whole lists. */
  readonly isWhole?: boolean
  /** Where the product keeps its files and keys: gone when it is closed. */
  readonly folder?: string
  readonly from?: TestDatabase
}

export async function openGauntlet({ isWhole = false, folder = newFolder(), from }: Ground = {}): Promise<Gauntlet> {
  const keys = loadPasswordKeys({ dataDir: folder })
  const modules = modulesOf(keys)
  const config = readConfig({ KAOPEI_DATA: folder, KAOPEI_LOG: 'silent' })
  const world = await World.open(modules, (base) => assemble(config, base).services, undefined, from)
  const close = async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const roomOf = roomFinder(keys)
  const endpoints = modules.flatMap((module) => module.endpoints.map(({ endpoint }) => endpoint))
  const rooms = isWhole ? undefined : process.env.KAOPEI_TEST_ROOMS?.split(',')
  if (rooms === undefined) return { world, endpoints, many: (count) => count, roomOf, close }
  const chosen = endpoints.filter((endpoint) => rooms.includes(roomOf(endpoint) ?? ''))
  return { world, endpoints: chosen, many: () => -1, roomOf, close }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'kaopei-gauntlet-'))

function roomFinder(keys: PasswordKeys): (endpoint: Endpoint) => RoomName | undefined {
  const known = new Map<string, RoomName>()
  for (const [room, modules] of roomModules(keys))
    for (const { endpoint } of modules.flatMap(({ endpoints }) => endpoints)) known.set(nameOf(endpoint), room)
  return (endpoint) => known.get(nameOf(endpoint))
}

/** An administrator who is also a person of the company with an account, as everybody outside of tests is. */
export async function administrator(world: World, companyId: string): Promise<TestActor> {
  const actor = await world.actor({ companyId, isAdmin: true })
  const loginAccount = `g${actor.staffId.slice(0, 8)}`
  await arrangePerson(world, companyId, { id: actor.staffId, name: '管理员', loginAccount })
  await world.inCompany(companyId, (db) => createAccounts(db, [{ id: actor.staffId, loginAccount }]))
  return actor
}

/** The same person signed in once more: some calls end the session they come with. */
export function again(world: World, { companyId, staffId }: TestActor, isPlatform = false): Promise<TestActor> {
  return world.actor({ companyId, staffId, isAdmin: true, isPlatform })
}

/** A call that is the platform's own alone. */
export function isOfPlatform({ facts: { access } }: Endpoint): boolean {
  if (typeof access === 'string') return false
  return ('code' in access ? [access] : access).every((right) => right.isOfPlatform === true)
}

export function nameOf({ facts }: Endpoint): string {
  return `${facts.method ?? 'POST'} ${facts.path}`
}
