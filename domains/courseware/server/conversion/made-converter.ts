/**
 * For tests: a worker of its own, to be killed: `node made-converter.ts <database> <folder> <secret> [<file>]`. With a file it kills itself as soon as
 * that file is there: from outside the moment could be missed.
 */
import { existsSync } from 'node:fs'
import { EvidenceFolder, FolderStore } from '@kaopei/files/server'
import { startWorker } from '@kaopei/server'
import { openPools } from '@kaopei/server/postgres'
import { pino } from 'pino'
import { coursewareModule } from '../index.ts'

const [url = '', folder = '', secret = '', fatal = ''] = process.argv.slice(2)
if (fatal) setInterval(() => existsSync(fatal) && process.kill(process.pid, 'SIGKILL'), 5)
const pools = openPools({ url })
const publicUrl = { pattern: 'https://exam.example.com', isConfigured: true }
const services = {
  secret,
  publicUrl,
  log: pino({ level: 'silent' }),
  pool: pools.app,
  blobs: new FolderStore({ folder, secret }),
  evidence: new EvidenceFolder(folder),
}
await startWorker([coursewareModule], services, { ownerUrl: url, concurrency: 1 })
