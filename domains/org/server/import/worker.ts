/** For tests: a worker of its own for imports of people, so that it can be killed. */
import { EvidenceFolder, FolderStore, filesModule } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { startWorker } from '@kaopei/server'
import { openPools } from '@kaopei/server/postgres'
import { pino } from 'pino'
import { orgModule } from '../index.ts'

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
await startWorker([filesModule, jobsModule, orgModule], services, { ownerUrl: url, concurrency: 1 })
