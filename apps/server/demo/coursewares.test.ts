import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPools } from '@kaopei/server/postgres'
import { createTestDatabase } from '@kaopei/server/testing'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { assemble } from '../modules.ts'
import { makeDemoCompany } from './company.ts'
import { makeDemoCoursewares, makeDemoPoints } from './coursewares.ts'
import { Stage } from './stage.ts'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => vi.unstubAllEnvs())

test('on a machine without the programs that convert, the demo has its film and its package, and no slides to learn with', async () => {
  vi.stubEnv('PATH', '')
  const database = await createTestDatabase()
  const pools = openPools({ url: database.url, applicationName: 'demo-coursewares' })
  try {
    const company = await makeDemoCompany(pools.owner, pools.app, 'demo', 'demo')
    const config = readConfig({ KAOPEI_DATA: mkdtempSync(join(tmpdir(), 'kaopei-demo-')) })
    const secret = 'of-a-demo-that-nobody-logs-in-to'
    const stage = await Stage.open(
      assemble(config, { pool: pools.app, secret, log: pino({ level: 'silent' }) }),
      pools.owner,
      company,
    )
    const points = await makeDemoPoints(stage.as(company.admin, true))
    const { film, slides, signs } = await makeDemoCoursewares(stage, company, { today: new Date(), points })
    expect(slides).toBeUndefined()
    const ready = await stage.rows<{ id: string }>('select id from courseware.card where is_ready', [])
    expect(ready.map(({ id }) => id).toSorted()).toEqual([film, signs].toSorted())
    await stage.close()
  } finally {
    await pools.close()
    await database.drop()
  }
})
