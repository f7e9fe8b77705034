import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeWithin } from './close-within.ts'

function* endless() {
  const chunk = Buffer.alloc(64 * 1024)
  while (true) yield chunk
}

test('stopping answers what is under way, and waits only so long for who does not take their answer', async () => {
  const asked = Promise.withResolvers<void>()
  const work = Promise.withResolvers<string>()
  const app = Fastify()
  app.get('/work', () => {
    asked.resolve()
    return work.promise
  })
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())))
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

  const answer = fetch(`http://127.0.0.1:${port}/work`)
  const reader = await neverReading(port)
  await asked.promise
  const closed = closeWithin(app, 300)
  work.resolve('done')
  expect(await (await answer).text()).toBe('done')
  await closed
  await expect(fetch(`http://127.0.0.1:${port}/work`)).rejects.toThrow()
  reader.destroy()
})

/** Somebody whose answer has begun and who takes no more of it. */
async function neverReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}
