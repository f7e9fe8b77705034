/** The product with two companies that have something in every table: filled once for a worker, copied for whoever walks them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '@kaopei/server/testing'
import { type RoomTable, roomTables } from './company-tables.ts'
import { type FilledCompany, fillCompany } from './fill-company.ts'
import { type Gauntlet, openGauntlet } from './gauntlet-world.ts'

interface Ground {
  readonly tables: readonly RoomTable[]
  readonly first: FilledCompany
  readonly second: FilledCompany
}

export type FilledGauntlet = Gauntlet & Ground

/** Stands in every text of the first company. */
export const firstMark = '甲方机密'

let made: Promise<Ground & { readonly database: TestDatabase; readonly folder: string }> | undefined

async function makeGround() {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-filled-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { world } = await openGauntlet({ folder })
  const tables = await roomTables(world)
  const first = await fillCompany(world, tables, firstMark)
  const second = await fillCompany(world, tables, '乙方')
  return { tables, first, second, folder, database: await world.leave() }
}

/** What is done to one is not seen in another. `isWhole` as for `openGauntlet`. */
export async function openFilled({ isWhole = false } = {}): Promise<FilledGauntlet> {
  made ??= makeGround()
  const { tables, first, second, folder, database } = await made
  const own = mkdtempSync(join(tmpdir(), 'kaopei-gauntlet-'))
  cpSync(folder, own, { recursive: true })
  return { ...(await openGauntlet({ isWhole, folder: own, from: database })), tables, first, second }
}
