import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startWorker, type Worker } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageState } from '../contract/outbox.ts'
import { messagingModule, sendMessage, smtpDriver } from './index.ts'

const received: string[] = []
const mayAnswer = Promise.withResolvers<void>()
/** Takes every mail, and says so only when the test lets it. */
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      void mayAnswer.promise.then(() => done())
    })
  },
})

let world: World
const workers: Worker[] = []
beforeAll(async () => {
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  const { port } = smtp.server.address() as AddressInfo // listens on a port
  const mail = smtpDriver({ url: `smtp://127.0.0.1:${port}`, from: 'x@example.com' })
  world = await World.open([messagingModule({ mail })])
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await world.close()
  await new Promise<void>((closed) => smtp.close(closed))
})

test('a slow mail server gets each mail once, however often the workers look at what they are doing', async () => {
  const companyId = await world.company()
  const addresses = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
  await world.inCompany(companyId, async (db) => {
    for (const address of addresses) await sendMessage(db, { companyId, channel: 2, address, body: '通知' })
  })
  let looks = 0
  const watching = { name: 'test.looks', everySeconds: 0.01, run: async () => void looks++ }
  for (let count = 0; count < 2; count++) {
    const modules = [...world.modules, { endpoints: [], sweeps: [watching] }]
    workers.push(await startWorker(modules, world.services, { ownerUrl: world.url, concurrency: 2, lookEverySeconds: 0.01 }))
  }
  while (received.length < 4) await wait(5)
  await world.rows(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
  const before = looks
  while (looks < before + 20) await wait(5)
  mayAnswer.resolve()
  const states = () => world.rows<{ state: number }>('select state from messaging.outbox where company_id = $1', [companyId])
  while ((await states()).some(({ state }) => state !== messageState.sent)) await wait(5)
  expect(received.toSorted()).toEqual(addresses)
})
