import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { startWorker, type Worker } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DownloadRow, download, jobState } from '../contract/download.ts'
import { jobsModule, startTrackedJob } from './index.ts'
import { madeExport } from './made-export.ts'

let world: World
let worker: Worker | undefined
const folder = mkdtempSync(join(tmpdir(), 'kaopei-killed-'))
beforeAll(async () => {
  const extend = ({ secret }: { secret: string }) => ({ blobs: new FolderStore({ folder, secret }) })
  world = await World.open([filesModule, jobsModule, { endpoints: [], jobs: [madeExport.job] }], extend)
})
afterAll(async () => {
  await worker?.stop()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const wholeFiles = () =>
  readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, 'objects', name)).isFile() && !name.endsWith('.tmp'),
  )

test('kill -9 in the middle of an export: another worker takes it up, one whole file comes of it, and nothing was shown before', async () => {
  const actor = await world.actor()
  const count = 20_000
  const { jobId } = await world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, madeExport, { count, pauseMs: 40 }))
  const look = () => world.as(actor).get(download.get, { id: jobId })
  /** The job as it was when it first satisfied the condition; never a moment with a file before it is done. */
  const until = async (isSo: (row: DownloadRow) => boolean): Promise<DownloadRow> => {
    for (;;) {
      const row = await look()
      expect(row.hasFile).toBe(row.state === jobState.done)
      if (isSo(row)) return row
      await wait(20)
    }
  }
  const program = join(import.meta.dirname, 'made-export.ts')
  const doomed = spawn(process.execPath, [program, world.url, folder, world.services.secret], { stdio: 'ignore' })
  const gone = new Promise((resolve) => doomed.once('exit', resolve))
  await until((row) => row.doneCount > 1000 && row.doneCount < count)
  doomed.kill('SIGKILL')
  await gone
  expect(await look()).toMatchObject({ state: jobState.running, fileName: null })
  worker = await startWorker(world.modules, world.services, { ownerUrl: world.url, concurrency: 1 })
  const done = await until((row) => row.state === jobState.done)
  expect(done).toMatchObject({ doneCount: count, totalCount: count, message: '' })
  const { fileUrl } = await world.as(actor).get(download.link, { id: jobId })
  const answers = await Promise.all([1, 2].map(() => world.app.inject({ url: fileUrl })))
  let rows = 0
  for await (const row of readXlsx(answers[0]?.rawPayload ?? Buffer.alloc(0))) rows += row.cells.length > 0 ? 1 : 0
  expect(rows).toBe(count + 1)
  expect(answers[1]?.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect(wholeFiles()).toHaveLength(1)
  expect(await world.rows('select id from files.object where company_id = $1', [actor.companyId])).toHaveLength(1)
}, 60_000)
