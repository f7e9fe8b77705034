/** For tests: an export of as many rows as asked for, slow enough to be killed in the middle. Run as a program it is a worker of its own. */
import { EvidenceFolder, FolderStore } from '@kaopei/files/server'
import { startWorker } from '@kaopei/server'
import { openPools } from '@kaopei/server/postgres'
import type { CellInput } from '@kaopei/sheet'
import { pino } from 'pino'
import { z } from 'zod'
import { exportWorkbook } from './export-workbook.ts'
import { trackedJob } from './tracked-job.ts'

const rowsPerPause = 500

async function* slowRows(count: number, pauseMs: number): AsyncGenerator<readonly CellInput[]> {
  for (let index = 1; index <= count; index++) {
    if (index % rowsPerPause === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    yield [`考生${index}`, index]
  }
}

export const madeExport = trackedJob({
  kind: 'test.slowExport',
  title: () => '慢导出',
  payload: z.object({ count: z.number(), pauseMs: z.number() }),
  run: async ({ count, pauseMs }, tracked) => {
    tracked.setTotal(count)
    const columns = [{ title: '姓名' }, { title: '分数', kind: 'number' as const }]
    await exportWorkbook(tracked, { fileName: '成绩.xlsx', sheets: [{ name: '成绩', columns, rows: slowRows(count, pauseMs) }] })
  },
})

if (import.meta.main) {
  const [url = '', folder = '', secret = ''] = process.argv.slice(2)
  const pools = openPools({ url })
  const publicUrl = { pattern: 'https://exam.example.com', isConfigured: true }
  const log = pino({ level: 'silent' })
  const services = {
    secret,
    publicUrl,
    log,
    pool: pools.app,
    blobs: new FolderStore({ folder, secret }),
    evidence: new EvidenceFolder(folder),
  }
  await startWorker([{ endpoints: [], jobs: [madeExport.job] }], services, { ownerUrl: url, concurrency: 1 })
}
