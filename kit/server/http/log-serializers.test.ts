import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue, job } from '../jobs/jobs.ts'
import { startWorker } from '../jobs/worker.ts'
import { World } from '../testing/index.ts'
import { logSerializers } from './log-serializers.ts'

const logged: string[] = []
const wanted = Promise.withResolvers<void>()
const log = pino(
  { serializers: logSerializers },
  {
    write: (line: string) => {
      logged.push(line)
      if (line.includes('Failed task')) wanted.resolve()
    },
  },
)

const fails = job({
  name: 'test.fails',
  payload: z.object({ code: z.string() }),
  run: async () => {
    throw new Error('the mail server is away')
  },
})
let world: World
beforeAll(async () => {
  world = await World.open([{ endpoints: [], jobs: [fails] }])
})
afterAll(() => world.close())

test('the row that an error of the database is about stays out of the log', async () => {
  const companyId = await world.company()
  const insert = `insert into identity.account (company_id, id, login_account, password_hash) values ($1, $2, 'li', 'HASH-OF-LI')`
  const id = randomUUID()
  logged.length = 0
  await world.rows(insert, [companyId, id])
  for (const values of [
    [companyId, id],
    [companyId, null],
  ]) {
    await world.rows(insert, values).catch((error: unknown) => log.error({ err: error }, 'request failed unexpectedly'))
  }
  const [duplicate = '', incomplete = ''] = logged.splice(0)
  expect(duplicate).toContain('account_pkey')
  expect(incomplete).toContain('null value in column')
  expect(duplicate + incomplete).toContain('log-serializers.test.ts')
  for (const line of [duplicate, incomplete]) expect(line).not.toMatch(new RegExp(`HASH-OF-LI|${id}`))
})

test('a failed job is logged by its name, without what it carried', async () => {
  const companyId = await world.company()
  await world.inCompany(companyId, (db) => enqueue(db, fails, companyId, { code: '271828' }))
  const worker = await startWorker(world.modules, { ...world.services, log }, { ownerUrl: world.url, concurrency: 1 })
  await wanted.promise
  await worker.stop()
  const lines = logged.join('')
  expect(lines).toContain('"task_identifier":"test.fails"')
  expect(lines).toContain('the mail server is away')
  expect(lines).not.toContain('271828')
})
