/** The whole product on a database of its own, as `apps/server` assembles it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@kaopei/contract'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { World } from '@kaopei/server/testing'
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

export function nameOf({ facts }: Endpoint): string {
  return `${facts.method ?? 'POST'} ${facts.path}`
}
