import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FilmPiece, FilmRecorder, holdsPictures } from './film.ts'

/** How long the device takes until a recorder runs, and until a stopped one has handed on what it has. */
let slowness = { startMs: 0, stopMs: 0 }

class Recorder extends EventTarget {
  static isTypeSupported = () => true
  state = 'inactive'
  readonly mimeType = 'video/webm;codecs=vp8'
  start(): void {
    this.state = 'recording'
    setTimeout(() => this.dispatchEvent(new Event('start')), slowness.startMs)
  }
  stop(): void {
    this.state = 'inactive'
    setTimeout(() => this.dispatchEvent(new Event('stop')), slowness.stopMs)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('MediaStream', class {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The spans of the pieces of half a minute, in seconds. */
async function filmed(): Promise<[from: number, until: number][]> {
  const began = Date.now()
  const pieces: FilmPiece[] = []
  const recorder = new FilmRecorder({ readyState: 'live' } as never, {
    rhythm: () => ({ recordMs: 10_000, restMs: 0 }),
    now: () => Date.now(),
    bitsPerSecond: () => 80_000,
    took: (piece) => pieces.push(piece),
    failed: () => expect.unreachable(),
  })
  recorder.start()
  await vi.advanceTimersByTimeAsync(30_000 - 1)
  const stopped = recorder.stop()
  await vi.advanceTimersByTimeAsync(slowness.stopMs)
  await stopped
  return pieces.map(({ from, until }) => [from - began, until - began].map((ms) => Math.round(ms / 100) / 10) as [number, number])
}

test('a piece goes on until the next one runs', async () => {
  slowness = { startMs: 200, stopMs: 100 }
  expect(await filmed()).toEqual([
    [0, 10.2],
    [10, 20.2],
    [20, 30],
  ])
})

test("a device that is seconds late with starting and handing on claims no seconds that are the next piece's", async () => {
  slowness = { startMs: 2500, stopMs: 1500 }
  expect(await filmed()).toEqual([
    [0, 11],
    [10, 21],
    [20, 30],
  ])
})

test.each<[boolean, string, string]>([
  [
    false,
    'WebM that ended before its first picture',
    `1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581${'02'.padEnd(140, '0')}`,
  ],
  [true, 'WebM with a picture', '1a45dfa39f42868118538067ffffffffffffff1549a9661f43b675ffffff'],
  [false, 'MP4 with a head alone', Buffer.from('....ftypisom....moov....trak').toString('hex')],
  [true, 'MP4 with a fragment', Buffer.from('....ftypisom....moov....moof....mdat').toString('hex')],
  [false, 'nothing at all', ''],
])('holds pictures: %s, of %s', (holds, _name, hex) => {
  expect(holdsPictures(new Uint8Array(Buffer.from(hex, 'hex')).buffer)).toBe(holds)
})
