import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { request as httpRequest } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endConnection, refuseWhileClosing } from '../calls/unavailable.ts'
import { madeCertificate } from '../testing/made-certificate.ts'
import { closeWithin } from './close-within.ts'
import { createServer } from './create-server.ts'

let app: FastifyInstance
let site: string
let work: PromiseWithResolvers<string>
let asked: PromiseWithResolvers<void>
beforeEach(async () => {
  work = Promise.withResolvers()
  asked = Promise.withResolvers()
  app = createServer({}, madeCertificate)
  refuseWhileClosing(app)
  app.post('/said', ({ protocol, host, body }) => ({ protocol, host, body }))
  app.get('/refused', (_request, reply) => endConnection(reply).code(403).send('no'))
  app.get('/work', () => {
    asked.resolve()
    return work.promise
  })
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())))
  site = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

function* endless() {
  const chunk = Buffer.alloc(64 * 1024)
  while (true) yield chunk
}

const session = (): ClientHttp2Session => {
  const made = connect(site, { ca: madeCertificate.cert })
  made.on('error', () => undefined)
  return made
}

async function ask(client: ClientHttp2Session, path: string, body?: unknown) {
  const stream = client.request({
    ':path': path,
    ...(body !== undefined && { ':method': 'POST', 'content-type': 'application/json' }),
  })
  stream.end(body === undefined ? undefined : JSON.stringify(body))
  const [headers] = await once(stream, 'response')
  return { status: headers[':status'], text: await text(stream) }
}

test('many requests share one connection of HTTP/2, with bodies, host and protocol as ever', async () => {
  const client = session()
  const answers = await Promise.all([1, 2, 3].map((number) => ask(client, '/said', { number })))
  const host = new URL(site).host
  expect(answers.map((answer) => JSON.parse(answer.text))).toEqual(
    [1, 2, 3].map((number) => ({ protocol: 'https', host, body: { number } })),
  )
  expect(await ask(client, '/refused')).toEqual({ status: 403, text: 'no' })
  expect(await ask(client, '/said', {})).toMatchObject({ status: 200 })
  client.close()
})

test('who does not know HTTP/2 is answered by HTTP/1.1, and is told when the connection ends', async () => {
  const request = httpRequest(`${site}/refused`, { ca: madeCertificate.cert, agent: false }).end()
  const [answer] = await once(request, 'response')
  expect([answer.httpVersion, answer.statusCode, answer.headers.connection]).toEqual(['1.1', 403, 'close'])
  answer.resume()
})

test('stopping answers what is under way, and cuts off who takes no more of their answer', async () => {
  const client = session()
  const answer = ask(client, '/work')
  const endlessClient = session()
  const reader = endlessClient.request({ ':path': '/endless' })
  reader.on('error', () => undefined)
  await once(reader, 'response')
  await asked.promise
  const cutOff = once(endlessClient, 'close')
  const closed = closeWithin(app, 300)
  work.resolve('done')
  expect(await answer).toEqual({ status: 200, text: 'done' })
  await closed
  await cutOff
})
