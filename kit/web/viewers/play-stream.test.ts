import { expect, test, vi } from 'vitest'
import { playStream } from './play-stream.ts'

interface Made {
  readonly hear: (event: string, data?: unknown) => void
  readonly levels: { url: string[] }[]
  manualLevel: number
}
const made = vi.hoisted((): Made[] => [])

// What the player does is shown by a real one in the journey of films; here it loads the lower quality by itself and never goes on.
vi.mock('hls.js/light', () => ({
  default: class {
    static Events = { MANIFEST_PARSED: 'parsed', FRAG_BUFFERED: 'buffered', LEVEL_SWITCHED: 'switched', ERROR: 'error' }
    static ErrorTypes = { MEDIA_ERROR: 'media' }
    static isSupported = () => true
    levels = ['720', '360'].map((name) => ({ url: [`http://x/held/${name}.m3u8`] }))
    manualLevel = -1
    readonly heard = new Map<string, (event: string, data: unknown) => void>()
    constructor() {
      made.push(this)
    }
    /** The quality of what is loaded, whoever has chosen it. */
    get loadLevel() {
      return 1
    }
    set loadLevel(level: number) {
      this.manualLevel = level
    }
    get currentLevel() {
      return 1
    }
    set currentLevel(level: number) {
      this.manualLevel = level
    }
    on(event: string, told: (event: string, data: unknown) => void) {
      this.heard.set(event, told)
    }
    hear(event: string, data?: unknown) {
      this.heard.get(event)?.(event, data)
    }
    loadSource() {
      this.hear('parsed')
    }
    attachMedia() {}
    destroy() {}
  },
}))

const film = { master: '', qualities: ['720', '360'].map((name) => ({ name, playlist: '' })) }

test('a quality that is chosen stays, also where the player loads it just now by itself; none is the player’s own choice', async () => {
  const stream = playStream(document.createElement('video'), film, { onFailed: () => undefined, onShown: () => undefined })
  await vi.waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]?.manualLevel).toBe(-1)
  // While the first piece is on its way nothing is taken from under the player.
  stream.choose('360')
  expect(made[0]?.manualLevel).toBe(-1)
  made[0]?.hear('buffered')
  expect(made[0]?.manualLevel).toBe(1)
  stream.choose('720')
  expect(made[0]?.manualLevel).toBe(0)
  stream.choose(undefined)
  expect(made[0]?.manualLevel).toBe(-1)
})
