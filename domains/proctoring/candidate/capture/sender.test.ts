import { afterEach, expect, test, vi } from 'vitest'
import { DirectWay, type Exchanged, type Fate, type Place, type ToldPiece } from './direct.ts'
import { FilmRecorder } from './film.ts'
import { GapBook } from './gaps.ts'
import { filmRhythm, paceOf, pictureDistance, restAfter } from './pace.ts'
import type { PieceHead } from './piece.ts'
import { Post } from './post.ts'
import type { PutAnswer } from './put-piece.ts'
import { PieceQueue } from './queue.ts'
import { Sender } from './sender.ts'
import { memoryShelf } from './shelf.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const attemptId = 'attempt'
const screenFilm = { attemptId, source: 1, kind: 'film' } as const
const cameraPicture = { attemptId, source: 2, kind: 'picture' } as const
const span = { from: 1000, until: 11_000, mediaType: 'video/webm', hasThumb: false }

function bytesOf(size: number) {
  return { bytes: new ArrayBuffer(size), thumb: null }
}

/** A server that answers when it is told to, and time that passes when it is told to. */
async function arrange({ mostBytes = 10_000 } = {}) {
  const shelf = memoryShelf()
  const queue = await PieceQueue.open(shelf, mostBytes)
  await queue.begin(attemptId, '/pieces/token', { '1/film': 7 })
  const flying: { head: PieceHead; address: string; answer: (answer: PutAnswer) => void }[] = []
  const timers: { ms: number; work: () => void }[] = []
  const told: string[] = []
  const state = { isAnswerWaiting: false }
  const sender = new Sender(queue, {
    put: (address, head) => new Promise((answer) => flying.push({ head, address, answer })),
    isAnswerWaiting: () => state.isAnswerWaiting,
    after: (ms, work) => {
      const timer = { ms, work }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    random: () => 0.5,
    sent: ({ number }) => told.push(`sent ${number}`),
    lost: ({ number }, status) => told.push(`lost ${number} ${status}`),
    tellLoad: (load) => told.push(`load ${load}`),
    over: () => told.push('over'),
  })
  const put = (piece: typeof screenFilm | typeof cameraPicture, size = 100) =>
    queue.put({ ...piece, ...span, sizeBytes: size }, bytesOf(size))
  const answer = async (given: PutAnswer) => {
    flying.shift()?.answer(given)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { shelf, queue, sender, flying, timers, told, state, put, answer, settled }
}

test('numbers go on from what the server holds, and one piece of a stream is on its way at a time', async () => {
  const { sender, flying, put, answer, settled, told, queue } = await arrange()
  await put(screenFilm)
  await put(screenFilm)
  await put(cameraPicture)
  sender.look()
  sender.look()
  await settled()
  expect(flying.map(({ head, address }) => [address, head.source, head.number])).toEqual([
    ['/pieces/token', 1, 8],
    ['/pieces/token', 2, 1],
  ])
  await answer({ kind: 'kept', load: 0 })
  expect(told).toEqual(['load 0', 'sent 8'])
  expect(flying.map(({ head }) => head.number)).toEqual([1, 9])
  expect(queue.waiting(attemptId)).toBe(2)
})

test('nothing goes while an answer waits', async () => {
  const { sender, flying, put, state, timers, settled } = await arrange()
  state.isAnswerWaiting = true
  await put(screenFilm)
  sender.look()
  await settled()
  expect(flying).toEqual([])
  state.isAnswerWaiting = false
  timers[0]?.work()
  await settled()
  expect(flying).toHaveLength(1)
})

test('what did not arrive stays, and is tried after a growing rest', async () => {
  const { sender, flying, put, timers, answer, settled, queue, told } = await arrange()
  await put(screenFilm)
  sender.look()
  await settled()
  await answer({ kind: 'failed' })
  expect(timers.map(({ ms }) => ms)).toEqual([2000])
  timers.shift()?.work()
  await settled()
  await answer({ kind: 'failed' })
  expect(timers.map(({ ms }) => ms)).toEqual([4000])
  expect([queue.waiting(attemptId), flying.length, told]).toEqual([1, 0, []])
})

test('ten minutes without network: everything recorded meanwhile waits here, and goes in its order when it is back', async () => {
  const { sender, flying, put, timers, answer, settled, queue, told } = await arrange({ mostBytes: 60 * 100_000 })
  let passedMs = 0
  for (let piece = 0; piece < 60; piece++) expect(await put(screenFilm, 100_000)).toBe(true)
  sender.look()
  await settled()
  while (passedMs < 10 * 60_000) {
    await answer({ kind: 'failed' })
    const timer = timers.shift()
    passedMs += timer?.ms ?? 0
    timer?.work()
    await settled()
  }
  expect([queue.waiting(attemptId), flying.length, told]).toEqual([60, 1, []])
  for (let piece = 0; piece < 60; piece++) await answer({ kind: 'kept', load: 0 })
  expect(told.filter((one) => one.startsWith('sent'))).toEqual(Array.from({ length: 60 }, (_, index) => `sent ${index + 8}`))
  expect(queue.waiting(attemptId)).toBe(0)
})

test('a device whose disk is full says so, keeps what it has, and goes on once there is room', async () => {
  const { shelf, queue, put, sender, flying, settled } = await arrange({ mostBytes: 250 })
  const putThere = shelf.put
  expect(await put(screenFilm)).toBe(true)
  shelf.put = () => Promise.resolve(false)
  expect([await put(screenFilm), await put(screenFilm)]).toEqual([false, false])
  shelf.put = putThere
  expect([await put(screenFilm), queue.waiting(attemptId)]).toEqual([true, 2])
  sender.look()
  await settled()
  expect(flying.map(({ head }) => head.number)).toEqual([8])
})

test('a busy server is asked again when it said, a refused piece is lost and the next one goes', async () => {
  const { sender, flying, put, timers, answer, settled, told } = await arrange()
  await put(screenFilm)
  await put(screenFilm)
  sender.look()
  await settled()
  await answer({ kind: 'busy', retryAfterMs: 8000, load: 9 })
  expect(timers.map(({ ms }) => ms)).toEqual([75_000, 10_000])
  timers.pop()?.work()
  await settled()
  await answer({ kind: 'refused', status: 409 })
  expect(told).toEqual(['load 9', 'lost 8 409'])
  expect(flying.map(({ head }) => head.number)).toEqual([9])
})

test('at load 10 everything stays here until a sign of life tells of less, or nothing is heard of it any more', async () => {
  const { sender, flying, put, timers, answer, settled, told } = await arrange()
  await put(screenFilm)
  await put(screenFilm)
  await put(screenFilm)
  sender.look()
  await settled()
  await answer({ kind: 'kept', load: 10 })
  sender.look()
  await settled()
  expect([flying.length, timers.map(({ ms }) => ms)]).toEqual([0, [75_000]])
  sender.takeLoad(6)
  await settled()
  expect(flying.map(({ head }) => head.number)).toEqual([9])
  await answer({ kind: 'kept', load: 10 })
  timers.shift()?.work()
  await settled()
  expect([told.at(-1), flying.map(({ head }) => head.number)]).toEqual(['load 0', [10]])
})

test('a load told by a sign of life before anything was sent keeps everything here', async () => {
  const { sender, flying, put, settled } = await arrange()
  sender.takeLoad(10)
  await put(screenFilm)
  sender.look()
  await settled()
  expect(flying).toEqual([])
})

test('the queue is bounded, and what has no place takes no number', async () => {
  const { queue, put, sender, answer, settled, flying } = await arrange({ mostBytes: 250 })
  expect([await put(screenFilm), await put(screenFilm), await put(screenFilm)]).toEqual([true, true, false])
  sender.look()
  await settled()
  await answer({ kind: 'kept', load: 0 })
  expect(await put(screenFilm)).toBe(true)
  expect(queue.waiting(attemptId)).toBe(2)
  await answer({ kind: 'kept', load: 0 })
  expect(flying.map(({ head }) => head.number)).toEqual([10])
})

test('after a restart everything is still there, and no number is given twice', async () => {
  const { shelf, put } = await arrange()
  await put(screenFilm)
  const again = await PieceQueue.open(shelf, 10_000)
  expect(again.next().map(({ number }) => number)).toEqual([8])
  expect(again.addressOf(attemptId)).toBe('/pieces/token')
  await again.begin(attemptId, '/pieces/other', { '1/film': 3 })
  await again.put({ ...screenFilm, ...span, sizeBytes: 100 }, bytesOf(100))
  const [first] = again.next()
  if (first) await again.drop(first)
  expect(again.next().map(({ number }) => number)).toEqual([9])
})

/** Exchanges and puts that answer when they are told to. */
async function arrangeDirect() {
  const { queue, put, settled, timers } = await arrange()
  const told: string[] = []
  const asked: { arrived: readonly ToldPiece[]; wanted: readonly ToldPiece[] }[] = []
  const state = { exchanged: [] as Exchanged[], takes: true, clock: 0 }
  const after = (ms: number, work: () => void) => {
    const timer = { ms, work }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const way = new DirectWay({
    exchange: async (_address, given) => {
      asked.push(given)
      return state.exchanged.shift() ?? { kind: 'failed' }
    },
    putTo: async ({ url }) => {
      told.push(`put ${url}`)
      return state.takes
    },
    ...{ hashOf: async () => 'hash', addressOf: () => '/pieces/token', after, now: () => state.clock },
    settled: ({ number }, fate) => told.push(`${fate} ${number}`),
    tellLoad: (load) => told.push(`load ${load}`),
    over: () => told.push('over'),
  })
  const pass = async () => {
    await settled()
    timers.shift()?.work()
    await settled()
  }
  const place = (url: string) => ({ url, headers: {} })
  const answered = (places: (Place | null)[], arrived: Fate[] = []): Exchanged => ({ kind: 'answered', arrived, places, load: 1 })
  await put(screenFilm)
  const [head] = queue.next()
  if (!head) throw new Error('a piece is needed')
  return { queue, way, told, asked, state, timers, pass, place, answered, head }
}

test('straight to the store: a place for exactly these bytes, the bytes, and the word of the server with the next exchange', async () => {
  const { way, told, asked, state, timers, pass, place, answered, head, queue } = await arrangeDirect()
  state.exchanged = [answered([place('a')]), answered([], ['later']), answered([], ['kept'])]
  const put = way.put(head, bytesOf(100))
  await pass()
  expect([await put, told]).toEqual([{ kind: 'placed' }, ['load 1', 'put a']])
  expect(asked[0]?.wanted).toMatchObject([{ source: 1, kind: 'film', number: 8, sha256: 'hash', sizeBytes: 100 }])
  queue.place(head)
  expect([queue.next(), queue.waiting(attemptId)]).toEqual([[], 1])
  expect(timers.map(({ ms }) => ms)).toEqual([15_000])
  await pass()
  await pass()
  expect(asked.slice(1).map(({ arrived }) => arrived.length)).toEqual([1, 1])
  expect(told.slice(2)).toEqual(['load 1', 'load 1', 'kept 8'])
})

test('a store that takes nothing twice is left alone for a while, and nothing counts as placed', async () => {
  const { way, state, pass, place, answered, head, told } = await arrangeDirect()
  Object.assign(state, { takes: false, exchanged: [answered([place('a')]), answered([place('b')])] })
  for (const isTired of [false, true]) {
    const put = way.put(head, bytesOf(100))
    await pass()
    expect([await put, way.isTired]).toEqual([{ kind: 'failed', isStore: true }, isTired])
  }
  state.clock = 121_000
  expect([way.isTired, told.filter((word) => word.startsWith('kept'))]).toEqual([false, []])
})

test('a server that is busy, or knows the address no more, is heard; a missing piece goes again', async () => {
  const { way, state, pass, place, answered, head, queue, told } = await arrangeDirect()
  state.exchanged = [
    { kind: 'busy', retryAfterMs: 5000, load: 9 },
    { kind: 'over' },
    answered([place('a')]),
    answered([], ['missing']),
  ]
  for (const kind of ['busy', 'over', 'placed']) {
    const put = way.put(head, bytesOf(100))
    await pass()
    expect(await put).toMatchObject({ kind })
  }
  queue.place(head)
  await pass()
  expect(told.at(-1)).toBe('missing 8')
  queue.takeBack(head)
  expect(queue.next()).toEqual([head])
})

test.each([
  [0, true, 1, 10, false],
  [3, true, 1, 10, false],
  [4, true, 0.5, 20, false],
  [6, true, 0.5, 20, false],
  [7, false, 0.5, 60, false],
  [9, false, 0.5, 60, false],
  [10, false, 0.5, 60, true],
])(
  'at load %i: films %s, of their bit rate %d, pictures each %i s, everything kept on the device %s',
  (load, hasFilms, ...rest) => {
    const { share, isHeld } = paceOf(load)
    expect([paceOf(load).hasFilms, share, pictureDistance(10, load), isHeld]).toEqual([hasFilms, ...rest])
  },
)

test('a film that nothing stands in for is thinned out under load, and never to nothing', () => {
  expect([0, 4, 7, 10].map((load) => filmRhythm(10, load))).toEqual([
    { recordMs: 10_000, restMs: 0 },
    { recordMs: 10_000, restMs: 0 },
    { recordMs: 2000, restMs: 58_000 },
    { recordMs: 2000, restMs: 58_000 },
  ])
})

test('the load that a sign of life tells is obeyed, also where no piece has gone', async () => {
  vi.useFakeTimers()
  const post = new Post(await PieceQueue.open(memoryShelf(), 10_000))
  const listeners = new Set<(load: number) => void>()
  const onLoad = (listener: (load: number) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const tell = (load: number) => {
    for (const listener of listeners) listener(load)
    return post.standingOf(attemptId).load
  }
  post.setRoom({ attemptId, now: () => 0, isAnswerWaiting: () => false, report: () => {}, announce: () => {}, onLoad })
  expect([tell(7), tell(3), tell(9)]).toEqual([7, 3, 9])
  vi.advanceTimersByTime(75_000)
  expect(post.standingOf(attemptId).load).toBe(0)
  post.setRoom(undefined)
  expect(listeners.size).toBe(0)
})

class FakeRecorder extends EventTarget {
  static begun = 0
  static readonly isTypeSupported = () => true
  state = 'inactive'
  mimeType = 'video/webm'
  start(): void {
    FakeRecorder.begun += 1
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }
  stop(): void {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
}

test('a film that rests for the load goes on as soon as there is less of it', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('MediaStream', class {})
  let load = 7
  const recorder = new FilmRecorder(Object.assign(new EventTarget(), { readyState: 'live' }) as MediaStreamTrack, {
    rhythm: () => filmRhythm(10, load),
    ...{ now: () => 0, bitsPerSecond: () => 1, took: () => {}, failed: () => {} },
  })
  recorder.start()
  vi.advanceTimersByTime(3000)
  recorder.follow()
  expect(FakeRecorder.begun).toBe(1)
  load = 0
  recorder.follow()
  recorder.follow()
  expect(FakeRecorder.begun).toBe(2)
  await recorder.stop()
})

test('a stream never rests for longer than a minute and a quarter', () => {
  expect(restAfter(50, 1)).toBe(75_000)
})

test('a gap is told at once, and the rest of it when it ends', () => {
  const told: unknown[] = []
  const gaps = new GapBook((...gap) => told.push(gap))
  gaps.add('1/film', 10, 'deviceFull')
  gaps.add('1/film', 10, 'deviceFull')
  gaps.add('1/film', 10, 'deviceFull')
  gaps.mend('1/film')
  gaps.mend('1/film')
  expect(told).toEqual([
    ['1/film', 10, 'deviceFull'],
    ['1/film', 20, 'deviceFull'],
  ])
})
