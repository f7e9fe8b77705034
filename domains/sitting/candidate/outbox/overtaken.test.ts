import { expect, test } from 'vitest'
import { FakeServer, fakeBrowser, text } from './world.ts'

test('a call of before this page took over again does not close it out; what it carried goes under the new lease', async () => {
  const server = new FakeServer(1)
  const { open, network, clock } = fakeBrowser(server)
  const outbox = await open()
  server.epoch = 2
  network.fates = ['slow']
  outbox.write(1, text('一'))
  await clock.advance(100)
  outbox.stepDown()
  server.epoch = 3
  await outbox.adoptSheet(server.sheet())
  await clock.advance(30_000)
  expect(outbox.view).toMatchObject({ standing: 'open', unsentCount: 0 })
  expect(server.rows.get(1)?.answer).toEqual(text('一'))
})
