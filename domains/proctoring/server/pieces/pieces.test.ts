import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { serverLoad } from '@kaopei/server/load'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { proctoringModule } from '../index.ts'
import { addPieces, type NewPiece } from './piece.sql.ts'
import { pieceAddress } from './piece-address.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const films = { permitScreenRecord: true, permitFaceRecord: true, permitCamera: true }

async function sitter(settings: Record<string, boolean> = films) {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const plan = await world.as(actor).get(capture.plan, { attemptId })
  return { actor, attemptId, companyId, plan, address: plan.pieceAddress }
}

const webm = (text: string) => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(text)])
const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('picture')])
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Sent {
  readonly path?: string
  readonly bytes?: Buffer
  readonly type?: string
  readonly sha256?: string
  readonly from?: number
  readonly until?: number
  readonly more?: string
}

async function put(address: string, sent: Sent = {}) {
  const { path = '1/film/1', bytes = webm('first'), type = 'video/webm;codecs=vp8', more = '' } = sent
  const { from = Date.now() - 10_000, until = Date.now() } = sent
  const response = await world.app.inject({
    method: 'PUT',
    url: `${address}/${path}?from=${from}&until=${until}&sha256=${sent.sha256 ?? sha(bytes)}${more}`,
    headers: { 'content-type': type },
    payload: bytes,
  })
  return { status: response.statusCode, headers: response.headers, body: response.json<{ data: { load: number } }>() }
}
const stored = (attemptId: string) =>
  world.rows('select * from proctoring.piece where attempt_id = $1 order by arrived_at', [attemptId])

test('what the exam wants is said, and nothing where it wants nothing', async () => {
  const { plan } = await sitter()
  expect(plan.streams.map(({ source, kind, lastNumber }) => [source, kind, lastNumber])).toEqual([
    [1, 'film', 0],
    [2, 'film', 0],
    [2, 'picture', 0],
  ])
  expect((await sitter({})).plan.streams).toEqual([])
})

test('another person is told nothing of it', async () => {
  const { attemptId, companyId } = await sitter()
  const other = await world.actor({ companyId })
  expect(await world.as(other).call(capture.plan, { attemptId })).toMatchObject({ code: 1008 })
})

test('what was wanted when the attempt began stays so', async () => {
  const { actor, attemptId } = await sitter()
  await world.rows(`update exam.exam set settings = settings || '{"permitScreenRecord": false}'`)
  const again = await world.as(actor).get(capture.plan, { attemptId })
  expect(again.streams).toHaveLength(3)
})

test('a piece is durable when it is acknowledged, and the same again changes nothing', async () => {
  const { actor, attemptId, address } = await sitter()
  const span = { from: Date.now() - 10_000, until: Date.now() }
  expect(await put(address, span)).toMatchObject({ status: 200, body: { code: 0, data: { load: expect.any(Number) } } })
  expect(await put(address, span)).toMatchObject({ status: 200 })
  const rows = await stored(attemptId)
  expect(rows).toMatchObject([{ source: 1, kind: 'film', number: 1, size_bytes: 9, is_doubtful: false, is_late: false }])
  const plan = await world.as(actor).get(capture.plan, { attemptId })
  expect(plan.streams.map(({ lastNumber }) => lastNumber)).toEqual([1, 0, 0])
  expect(await world.rows('select state from proctoring.film where attempt_id = $1', [attemptId])).toEqual([{ state: 0 }])
})

test('how far each stream has come stands with the attempt: what comes late moves nothing back, and nothing reaches beyond its arrival', async () => {
  const { attemptId, address } = await sitter()
  const now = Date.now()
  const reached = async () => {
    const [row] = await world.rows<{ reached: Record<string, string> }>(
      'select reached from proctoring.watch where attempt_id = $1',
      [attemptId],
    )
    return Object.fromEntries(Object.entries(row?.reached ?? {}).map(([stream, at]) => [stream, Date.parse(at) - now]))
  }
  await put(address, { path: '1/film/2', from: now - 20_000, until: now - 10_000 })
  await put(address, { path: '1/film/1', from: now - 30_000, until: now - 20_000 })
  await put(address, { path: '2/picture/1', bytes: jpeg, type: 'image/jpeg', from: now - 5000, until: now - 5000 })
  await put(address, { path: '2/picture/1/thumb', bytes: jpeg, type: 'image/jpeg', from: now, until: now })
  expect(await reached()).toEqual({ '1film': -10_000, '2picture': -5000 })
  const empty = { bytes: Buffer.alloc(0), more: '&still=1' }
  await put(address, { ...empty, path: '1/film/3', from: now - 10_000, until: now + 3_600_000 })
  expect((await reached())['1film']).toBeLessThan(60_000)
  expect((await reached())['1film']).toBeGreaterThanOrEqual(0)
})

test('other bytes under the same number are refused and noted once, and the first stay', async () => {
  const { attemptId, address } = await sitter()
  await put(address)
  expect(await put(address, { bytes: webm('other') })).toMatchObject({ status: 409 })
  expect(await put(address, { bytes: webm('third') })).toMatchObject({ status: 409 })
  expect(await stored(attemptId)).toMatchObject([{ sha256: sha(webm('first')) }])
  const events = await world.rows(`select data from sitting.attempt_event where attempt_id = $1 and type = 'pieceChanged'`, [
    attemptId,
  ])
  expect(events).toEqual([{ data: { source: 1, kind: 'film', number: 1 } }])
})

test('pieces of several that come at once are judged each for itself, and nobody waits for one whose recordings somebody has locked', async () => {
  const [one, other] = [await sitter(), await sitter()]
  await put(one.address)
  const locked = `select from proctoring.watch where attempt_id = '${other.attemptId}' for update`
  const waiting = await world.inCompany(other.companyId, async (db) => {
    await sql.raw(locked).execute(db)
    const late = put(other.address)
    const answers = await Promise.all([
      put(one.address),
      put(one.address, { bytes: webm('other') }),
      ...[2, 3, 4].map((number) => put(one.address, { path: `1/film/${number}` })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 200, 200])
    return { late }
  })
  expect(await waiting.late).toMatchObject({ status: 200 })
  expect([(await stored(one.attemptId)).length, (await stored(other.attemptId)).length]).toEqual([4, 1])
})

test('the pieces of one call come one after the other: each finds those before it, and other calls have theirs', async () => {
  const [one, other] = [await sitter(), await sitter()]
  const now = new Date()
  const second = (seconds: number) => new Date(now.getTime() - 60_000 + seconds * 1000)
  const film = (number: number, from: number, more: Partial<NewPiece> = {}): NewPiece => ({
    ...{
      source: 1,
      kind: 'film',
      number,
      from: second(from),
      until: second(from + 10),
      isStill: false,
      contentType: 'video/webm',
    },
    ...{ sha256: sha(webm(String(number))), sizeBytes: 100, isDoubtful: false, isLate: false },
    ...more,
  })
  const keep = ({ companyId, attemptId }: typeof one, pieces: NewPiece[]) =>
    addPieces({ pool: world.pools.app }, { companyId, attemptId }, { pieces, mostBytes: 450, now })
  const own = [film(1, 0), film(1, 0), film(1, 0, { sha256: sha(webm('changed')) }), film(2, 5), film(3, 20, { source: 2 })]
  const both = await Promise.all([
    keep(one, [...own, film(4, 20, { sizeBytes: 200 }), film(5, 30, { sizeBytes: 150 })]),
    keep(other, [film(1, 40)]),
  ])
  expect(both).toEqual([['added', 'same', 'changed', 'added', 'added', 'full', 'added'], ['added']])
  const pieces = await world.rows(
    'select source, number, is_doubtful as doubtful from proctoring.piece where attempt_id = $1 order by source, number',
    [one.attemptId],
  )
  expect(pieces).toEqual([
    { source: 1, number: 1, doubtful: false },
    { source: 1, number: 2, doubtful: true },
    { source: 1, number: 5, doubtful: false },
    { source: 2, number: 3, doubtful: false },
  ])
  const watched = 'select size_bytes as bytes, reached from proctoring.watch where attempt_id = $1'
  const [row] = await world.rows<{ bytes: string; reached: Record<string, string> }>(watched, [one.attemptId])
  expect(Number(row?.bytes)).toBe(450)
  expect(Object.fromEntries(Object.entries(row?.reached ?? {}).map(([of, at]) => [of, new Date(at)]))).toEqual({
    '1film': second(40),
    '2film': second(30),
  })
  // What was made of the film is made anew when another piece comes.
  await world.rows(`update proctoring.film set state = 2, size_bytes = 1 where attempt_id = $1 and source = 1`, [other.attemptId])
  await keep(other, [film(2, 50)])
  const films = 'select source, state from proctoring.film where attempt_id = any($1) order by attempt_id = $2, source'
  expect(await world.rows(films, [[one.attemptId, other.attemptId], other.attemptId])).toEqual([
    { source: 1, state: 0 },
    { source: 2, state: 0 },
    { source: 1, state: 0 },
  ])
})

test.each<[string, Sent, number]>([
  ['bytes that do not have the hash', { sha256: sha(jpeg) }, 422],
  ['a picture that says it is a film', { bytes: jpeg }, 415],
  ['a type that nobody plays', { type: 'video/x-msvideo' }, 415],
  ['more than 4 MiB', { bytes: webm('x'.repeat(4 * 1024 * 1024)) }, 413],
  ['a stream that is not wanted', { path: '3/film/1' }, 403],
  ['nothing, without saying that nothing changed', { bytes: Buffer.alloc(0) }, 422],
  ['bytes of a screen that did not change', { more: '&still=1' }, 422],
  ['an end before its beginning', { from: Date.now(), until: Date.now() - 1 }, 400],
  ['a number below one', { path: '1/film/0' }, 400],
  ['a thumbnail of a film', { path: '1/film/1/thumb' }, 400],
])('%s is refused, and nothing of it stays', async (_, sent, status) => {
  const { attemptId, address } = await sitter()
  expect(await put(address, sent)).toMatchObject({ status })
  expect(await stored(attemptId)).toEqual([])
})

test('bytes that a caller within the process sends stay its own', async () => {
  const { address } = await sitter()
  const film = webm('x'.repeat(100_000))
  const [from, until] = [Date.now() - 10_000, Date.now()]
  expect(await put(address, { bytes: film, from: from - 10_000, until: from })).toMatchObject({ status: 200 })
  expect(await put(address, { path: '1/film/2', bytes: film, from, until })).toMatchObject({ status: 200 })
  expect(film.length).toBe(100_004)
})

test('a picture has its thumbnail under the same number', async () => {
  const { attemptId, address } = await sitter()
  const type = 'image/jpeg'
  expect(await put(address, { path: '2/picture/1', bytes: jpeg, type })).toMatchObject({ status: 200 })
  expect(await put(address, { path: '2/picture/1/thumb', bytes: jpeg, type })).toMatchObject({ status: 200 })
  expect((await stored(attemptId)).map(({ kind }) => kind)).toEqual(['picture', 'thumb'])
})

test('a screen that did not change is a piece without bytes', async () => {
  const { attemptId, address } = await sitter()
  expect(await put(address, { bytes: Buffer.alloc(0), more: '&still=1' })).toMatchObject({ status: 200 })
  expect(await stored(attemptId)).toMatchObject([{ is_still: true, size_bytes: 0 }])
})

test('spans that cannot be are kept, and marked', async () => {
  const { attemptId, address } = await sitter()
  const now = Date.now()
  const piece = (number: number, from: number, until: number) =>
    put(address, { path: `1/film/${number}`, from: now + from, until: now + until })
  await piece(1, -10_000, 0)
  await piece(2, -5000, 1000)
  await piece(3, 0, 20_000)
  await piece(4, -200_000, -190_000)
  await piece(5, -1500, 1500)
  const rows = await stored(attemptId)
  expect(rows.map(({ number, is_doubtful }) => [number, is_doubtful])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, true],
    [5, true],
  ])
})

test('of another attempt nobody writes with this address, and no changed one is taken', async () => {
  const { address } = await sitter()
  const { attemptId: other, companyId } = await sitter()
  expect(await put(address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toMatchObject({ status: 403 })
  const foreign = pieceAddress('another secret', { companyId, attemptId: other })
  expect(await put(foreign)).toMatchObject({ status: 403 })
  expect(await stored(other)).toEqual([])
})

test('for a day after the hand-in the rest is taken, what is of later than the deadline is marked late', async () => {
  const { attemptId, address } = await sitter()
  const closed = `update sitting.attempt set state = 'submitted', due_at = now() - interval '1 hour', submitted_at = now() - $2::interval where id = $1`
  await world.rows(closed, [attemptId, '23 hours'])
  expect(await put(address)).toMatchObject({ status: 200 })
  expect(await stored(attemptId)).toMatchObject([{ is_late: true }])
  const { attemptId: older, address: over } = await sitter()
  await world.rows(closed, [older, '25 hours'])
  expect(await put(over)).toMatchObject({ status: 403 })
})

test('an attempt brings at most half as much again as its rates make', async () => {
  const { attemptId, address } = await sitter({ permitCamera: true })
  const large = (text: string) => Buffer.concat([jpeg, Buffer.from(text.repeat(2_100_000))])
  const send = (number: number, text: string) =>
    put(address, { path: `2/picture/${number}`, bytes: large(text), type: 'image/jpeg' })
  expect((await send(1, 'a')).status).toBe(200)
  expect((await send(2, 'b')).status).toBe(200)
  expect(await send(3, 'c')).toMatchObject({ status: 413, body: { message: '本场考试的采集数据已达上限' } })
  expect(await stored(attemptId)).toHaveLength(2)
})

test('a busy server says so with each sign of life, and asks to wait before it reads a piece', async () => {
  const { actor, attemptId, address } = await sitter()
  const beat = () => world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
  expect(await beat()).toMatchObject({ load: 0 })
  for (let sample = 0; sample < 60; sample++) serverLoad.note('store', 900)
  expect(await beat()).toMatchObject({ load: 10 })
  const answer = await put(address)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { data: { load: 10 } } })
  expect(await stored(attemptId)).toEqual([])
  for (let sample = 0; sample < 60; sample++) serverLoad.note('store', 0)
  expect(await put(address)).toMatchObject({ status: 200 })
})

test('a full disk is said, and the piece is taken when there is room again', async () => {
  const { address } = await sitter()
  const { evidence } = world.services
  const put1 = evidence.put
  evidence.put = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  expect(await put(address)).toMatchObject({ status: 507 })
  evidence.put = put1
  expect(await put(address)).toMatchObject({ status: 200 })
})

test('1 GB is refused before it is read', async () => {
  const { attemptId, address } = await sitter()
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const path = `${address}/1/film/1?from=${Date.now() - 10_000}&until=${Date.now()}&sha256=${sha(webm('x'))}`
  const headers = { 'content-type': 'video/webm', 'content-length': 1024 ** 3 }
  const asked = request({ port, host: '127.0.0.1', method: 'PUT', path, headers })
  // A small part of it goes; the rest is waited for by nobody.
  asked.on('error', () => undefined).write(webm('x'))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  asked.destroy()
  expect(response.statusCode).toBe(413)
  expect(await stored(attemptId)).toEqual([])
})

test('while the store is down nothing is acknowledged, and the piece is taken when it is back', async () => {
  const { attemptId, address } = await sitter()
  const { evidence } = world.services
  const put1 = evidence.put
  evidence.put = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect((await put(address)).status).toBeGreaterThanOrEqual(500)
  expect(await stored(attemptId)).toEqual([])
  evidence.put = put1
  expect(await put(address)).toMatchObject({ status: 200 })
})

test('pieces of a month lie together', async () => {
  const { attemptId, address } = await sitter()
  await put(address)
  const [row] = await world.rows<{ part: string }>(
    'select tableoid::regclass::text as part from proctoring.piece where attempt_id = $1',
    [attemptId],
  )
  expect(row?.part).toMatch(/^proctoring\.piece_\d{6}$/)
})
