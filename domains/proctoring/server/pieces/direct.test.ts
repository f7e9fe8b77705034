import { createHash } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { type MadeS3, madeKeys, S3Store, startMadeS3, temporaryBlobs } from '@kaopei/files/server'
import { serverLoad } from '@kaopei/server/load'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { proctoringModule } from '../index.ts'
import { storeStates } from '../retention/stores.ts'
import { pieceAddress } from './piece-address.ts'

let world: World
let made: MadeS3
let sat: { attemptId: string; companyId: string; address: string }
beforeAll(async () => {
  made = await startMadeS3()
  const evidence = new S3Store({ endpoint: made.endpoint, ...madeKeys })
  world = await World.open([examModule, sittingModule, proctoringModule], (base) => ({ ...temporaryBlobs(base), evidence }))
})
afterAll(async () => {
  await world.close()
  await made.close()
})
beforeEach(async () => {
  made.fault = 'none'
  made.keepsChecksums = true
  made.allowedOrigin = '*'
  sat = await sitter()
})

async function sitter() {
  const settings = { permitScreenRecord: true, permitCamera: true }
  const { examId, companyId, candidates } = await arrangeExam(world, { settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const plan = await world.as(actor).get(capture.plan, { attemptId })
  expect(plan.isDirect).toBe(true)
  return { attemptId, companyId, address: plan.pieceAddress }
}

const film = (text: string) => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(text)])
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const told = (bytes: Buffer, more: object = {}) => ({
  ...{ source: 1, kind: 'film', number: 1, from: Date.now() - 10_000, until: Date.now() },
  ...{ sha256: sha(bytes), sizeBytes: bytes.length, contentType: 'video/webm', ...more },
})
type Told = ReturnType<typeof told>

interface Answer {
  readonly data: {
    readonly arrived: readonly string[]
    readonly places: readonly ({ url: string; headers: Record<string, string> } | null)[]
    readonly load: number
  }
}

async function exchange({ arrived = [], wanted = [] }: { arrived?: Told[]; wanted?: Told[] }, address = sat.address) {
  const response = await world.app.inject({ method: 'POST', url: address, payload: { arrived, wanted } })
  return { status: response.statusCode, headers: response.headers, ...response.json<Answer>() }
}

async function placeFor(piece: Told) {
  const [place] = (await exchange({ wanted: [piece] })).data.places
  if (!place) throw new Error('a place is needed')
  return place
}

async function bring({ url, headers }: { url: string; headers: Record<string, string> }, bytes: Buffer) {
  return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status
}

const stored = () => world.rows('select number, kind, sha256 from proctoring.piece where attempt_id = $1', [sat.attemptId])

test('a piece is put into the store and acknowledged when the server has seen it there; the same again answers the same', async () => {
  const bytes = film('first')
  const piece = told(bytes)
  const place = await placeFor(piece)
  expect(place.url).toContain(`/${madeKeys.bucket}/${sat.companyId}/`)
  expect((await exchange({ arrived: [piece] })).data.arrived).toEqual(['missing'])
  expect(await stored()).toEqual([])
  expect(await bring(place, bytes)).toBe(200)
  expect(await stored()).toEqual([])
  const answer = await exchange({ arrived: [piece, piece] })
  expect(answer).toMatchObject({ status: 200, data: { arrived: ['kept', 'kept'], load: expect.any(Number) } })
  expect((await exchange({ arrived: [piece] })).data.arrived).toEqual(['kept'])
  expect(await stored()).toMatchObject([{ number: 1, sha256: sha(bytes) }])
})

test('an address takes these bytes and no others: neither other ones, nor more of them, nor another type', async () => {
  const bytes = film('exact')
  const place = await placeFor(told(bytes))
  expect(await bring(place, film('wrong'))).toBe(400)
  expect(await bring(place, Buffer.concat([bytes, bytes]))).toBe(403)
  expect(await bring({ ...place, headers: { ...place.headers, 'content-type': 'text/html' } }, bytes)).toBe(403)
  expect(await bring({ url: place.url, headers: { 'content-type': 'video/webm' } }, bytes)).toBe(403)
  expect(await bring({ ...place, url: place.url.replace(sat.attemptId, sat.companyId) }, bytes)).toBe(403)
  expect((await exchange({ arrived: [told(bytes)] })).data.arrived).toEqual(['missing'])
})

test('other bytes under the same number are refused, noted, and not kept', async () => {
  const [first, other] = [film('first'), film('other')]
  for (const bytes of [first, other]) expect(await bring(await placeFor(told(bytes)), bytes)).toBe(200)
  expect((await exchange({ arrived: [told(first), told(other)] })).data.arrived).toEqual(['kept', 'refused'])
  expect(await stored()).toMatchObject([{ sha256: sha(first) }])
  expect([...made.objects.keys()].filter((key) => key.includes(sat.attemptId))).toEqual([
    expect.stringContaining(sha(first).slice(0, 16)),
  ])
  expect(
    await world.rows(`select data from sitting.attempt_event where attempt_id = $1 and type = 'pieceChanged'`, [sat.attemptId]),
  ).toEqual([{ data: { source: 1, kind: 'film', number: 1 } }])
})

test('a picture comes with its thumbnail, a screen that did not change without bytes', async () => {
  const picture = Buffer.from('ffd8ff00', 'hex')
  const jpeg = { source: 2, kind: 'picture', contentType: 'image/jpeg' }
  const [whole, small] = [told(picture, jpeg), told(picture, { ...jpeg, part: 'thumb' })]
  const { places } = (await exchange({ wanted: [whole, small] })).data
  for (const place of places) if (place) expect(await bring(place, picture)).toBe(200)
  const still = told(Buffer.alloc(0), { still: '1' })
  expect((await exchange({ wanted: [still], arrived: [whole, small, still] })).data).toMatchObject({
    ...{ arrived: ['kept', 'kept', 'kept'], places: [null] },
  })
  expect((await stored()).map(({ kind }) => kind).sort()).toEqual(['film', 'picture', 'thumb'])
})

test('a service that keeps no checksums is read instead', async () => {
  made.keepsChecksums = false
  const bytes = film('unsummed')
  await bring(await placeFor(told(bytes)), bytes)
  const lied = told(bytes, { sha256: sha(film('unsummeD')) })
  expect((await exchange({ arrived: [told(bytes), { ...lied, number: 2 }] })).data.arrived).toEqual(['kept', 'missing'])
})

test('while the store is down nothing is acknowledged and nothing lost: the next exchange finds it', async () => {
  const bytes = film('patient')
  const place = await placeFor(told(bytes))
  made.fault = 'down'
  expect(await bring(place, bytes)).toBe(503)
  expect((await exchange({ arrived: [told(bytes)] })).data.arrived).toEqual(['later'])
  made.fault = 'none'
  expect(await bring(place, bytes)).toBe(200)
  expect((await exchange({ arrived: [told(bytes)] })).data.arrived).toEqual(['kept'])
})

test('what would never be kept gets no place', async () => {
  const never: object[] = [
    { source: 2 },
    { sizeBytes: 4 * 1024 * 1024 + 1 },
    { contentType: 'text/html' },
    { still: '1' },
    { until: Date.now() - 60_000 },
  ]
  const pieces = never.map((more) => told(film('x'), more))
  expect((await exchange({ wanted: pieces, arrived: pieces })).data).toMatchObject({
    ...{ places: never.map(() => null), arrived: never.map(() => 'refused') },
  })
})

test('places are given for half as much again as the rates make, thrice', async () => {
  const large = () => told(film('x'), { sizeBytes: 4 * 1024 * 1024 })
  const { places } = (await exchange({ wanted: Array.from({ length: 20 }, large) })).data
  expect(places.filter((place) => place !== null).length).toBeLessThan(6)
})

test('an address of another deployment, a changed one, too many at once and a busy server are told apart', async () => {
  expect((await exchange({}, pieceAddress('another secret', sat))).status).toBe(403)
  expect((await exchange({ wanted: Array.from({ length: 21 }, () => told(film('x'))) })).status).toBe(400)
  for (let sample = 0; sample < 60; sample++) serverLoad.note('store', 900)
  expect(await exchange({})).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, data: { load: 10 } })
  for (let sample = 0; sample < 60; sample++) serverLoad.note('store', 0)
})

test('a day after the hand-in the address is over; before, the rest is taken', async () => {
  const bytes = film('late')
  const place = await placeFor(told(bytes))
  const closed = `update sitting.attempt set state = 'submitted', due_at = now() - interval '1 hour', submitted_at = now() - $2::interval where id = $1`
  const next = await sitter()
  await world.rows(closed, [next.attemptId, '25 hours'])
  expect((await exchange({}, next.address)).status).toBe(403)
  await bring(place, bytes)
  await world.rows(closed, [sat.attemptId, '1 hour'])
  expect((await exchange({ arrived: [told(bytes)] })).data.arrived).toEqual(['kept'])
})

test('a bucket is asked as a browser asks it whether our pages may send; refusing and silent ones are told', async () => {
  const { evidence, blobs } = world.services
  const states = async (origin = 'https://exam.example.com') =>
    (await storeStates({ evidence, blobs }, origin)).map(({ use, state }) => [use, state])
  expect(await states()).toEqual([['evidence', 'allowed']])
  made.allowedOrigin = 'https://exam.example.com'
  expect(await states()).toEqual([['evidence', 'allowed']])
  expect(await states('https://other.example.com')).toEqual([['evidence', 'refused']])
  made.fault = 'down'
  expect(await states()).toEqual([['evidence', 'silent']])
  const files = new S3Store({ endpoint: made.endpoint, ...madeKeys })
  made.fault = 'none'
  expect(await storeStates({ evidence, blobs: files }, 'https://exam.example.com')).toMatchObject([
    { use: 'files', state: 'allowed' },
    { use: 'evidence', state: 'allowed' },
  ])
})
