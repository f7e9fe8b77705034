import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sources } from './sources.ts'

/** A track that ends, is muted and comes back as a browser's does. */
class Track extends EventTarget {
  readyState = 'live'
  readonly surface: string | undefined
  constructor(surface?: string) {
    super()
    this.surface = surface
  }
  stop(): void {
    this.readyState = 'ended'
  }
  getSettings() {
    return { displaySurface: this.surface }
  }
  /** The camera was pulled out, the share was stopped. */
  end(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
}

let given: Track | DOMException
const ask = () => (given instanceof Track ? Promise.resolve({ getVideoTracks: () => [given] }) : Promise.reject(given))
let release: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: ask, getDisplayMedia: ask } })
  release = sources.hold()
})
afterEach(() => {
  release()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const first = () => sources.view.get().first
const screen = () => sources.view.get().screen

test('a camera that is pulled out is a loss with its reason, and one click brings it back', async () => {
  const camera = new Track()
  given = camera
  await sources.openCamera()
  expect(first()).toMatchObject({ track: camera, loss: null })
  camera.end()
  expect(first()).toMatchObject({ track: null, loss: 'ended' })
  given = new DOMException('in use', 'NotReadableError')
  await sources.openCamera()
  expect(first()).toMatchObject({ track: null, loss: 'busy' })
  const again = new Track()
  given = again
  await sources.openCamera()
  expect(first()).toMatchObject({ track: again, loss: null })
  // What an old track still says is not heard.
  camera.end()
  expect(first()).toMatchObject({ track: again, loss: null })
})

test('a camera that falls silent comes back by itself', async () => {
  const camera = new Track()
  given = camera
  await sources.openCamera()
  camera.dispatchEvent(new Event('mute'))
  expect(first()).toMatchObject({ track: camera, loss: 'muted' })
  camera.dispatchEvent(new Event('unmute'))
  expect(first()).toMatchObject({ track: camera, loss: null })
})

test('a share that is stopped, refused or of a window alone is told apart, and the whole screen ends it', async () => {
  const whole = new Track('monitor')
  given = whole
  await sources.openScreen(true)
  whole.end()
  expect(screen()).toMatchObject({ track: null, loss: 'ended' })
  given = new DOMException('no', 'NotAllowedError')
  await sources.openScreen(true)
  expect(screen().loss).toBe('denied')
  const window = new Track('window')
  given = window
  await sources.openScreen(true)
  expect([screen().loss, window.readyState]).toEqual(['notMonitor', 'ended'])
  given = new Track('monitor')
  await sources.openScreen(true)
  expect(screen()).toMatchObject({ track: given, loss: null })
})

test('whoever shares on while asking anew is refused keeps what they share', async () => {
  const whole = new Track('monitor')
  given = whole
  await sources.openScreen(true)
  given = new DOMException('no', 'NotAllowedError')
  await sources.openScreen(true)
  expect(screen()).toMatchObject({ track: whole, loss: null })
})

test('what is recorded no more is switched off, and the rest goes on', async () => {
  const camera = new Track()
  given = camera
  await sources.openCamera()
  const screen = new Track('monitor')
  given = screen
  await sources.openScreen(true)
  sources.keepOnly(['screen'])
  expect([camera.readyState, screen.readyState]).toEqual(['ended', 'live'])
  expect(sources.view.get().first).toEqual({ track: null, loss: null, isOpening: false })
})

test('nobody holds the tracks any more: the camera is off', async () => {
  const camera = new Track()
  given = camera
  await sources.openCamera()
  release()
  vi.advanceTimersByTime(6000)
  expect(camera.readyState).toBe('ended')
  expect(first().track).toBeNull()
  release = sources.hold()
})
