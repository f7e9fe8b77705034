import { buffer, text } from 'node:stream/consumers'
import { filesModule, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { readXlsx, writeCsv, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { exportWorkbook, jobsModule, startTrackedJob, trackedJob } from './index.ts'

const at = [new Date('2026-11-01T05:30:00Z'), new Date('2026-11-01T06:30:00Z'), new Date('2026-07-01T16:20:00Z')]
const columns = [{ title: '时间', kind: 'datetime' as const }]
const exportTimes = trackedJob({
  kind: 'test.times',
  title: () => '时间',
  payload: z.object({}),
  run: async (_payload, tracked) => {
    const rows = at.map((time) => [time])
    await exportWorkbook(tracked, { fileName: '时间.xlsx', sheets: [{ name: '时间', columns, rows }] })
  },
})

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, jobsModule, { endpoints: [], jobs: [exportTimes.job] }], temporaryBlobs)
})
afterAll(() => world.close())

test.each([
  ['America/New_York', ['2026-11-01 01:30:00', '2026-11-01 01:30:00', '2026-07-01 12:20:00']],
  ['Asia/Kolkata', ['2026-11-01 11:00:00', '2026-11-01 12:00:00', '2026-07-01 21:50:00']],
  ['Asia/Shanghai', ['2026-11-01 13:30:00', '2026-11-01 14:30:00', '2026-07-02 00:20:00']],
])('an export of a company in %s has its own times', async (zone, expected) => {
  const actor = await world.actor()
  await world.rows('update identity.company set time_zone = $2 where id = $1', [actor.companyId, zone])
  await world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, exportTimes, {}, { conditions: {} }))
  await world.runJobs()
  const [file] = await world.rows<{ id: string }>(`select id from files.object where company_id = $1 and purpose = 'export'`, [
    actor.companyId,
  ])
  const shown = await world.inCompany(actor.companyId, (db) =>
    withLocalFile(db, world.services, file?.id ?? '', async (path) => {
      const found: string[] = []
      for await (const { cells } of readXlsx(path)) found.push(...cells.map((cell) => cell.text))
      return found.slice(1)
    }),
  )
  expect(shown).toEqual(expected)
})

test('workbooks and CSV without a zone have the default one', async () => {
  const rows = [[at[2]]]
  expect(await text(writeCsv(rows))).toContain('2026-07-02 00:20:00')
  expect((await buffer(writeXlsx({ sheets: [{ name: '一', columns, rows }] }))).length).toBeGreaterThan(0)
})
