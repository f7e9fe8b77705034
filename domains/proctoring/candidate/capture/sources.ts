/**
 * Camera and screen of this page. What the candidate grants before the exam goes on during it: the page before hands the tracks over by
 * leaving them open for a moment.
 */
import { createStore } from '@kaopei/web/client'

export type SourceName = 'screen' | 'first'

/** off: not asked for yet. Why one is lost: ended (share stopped, camera unplugged), denied, missing, busy, muted, notMonitor, unsupported. */
export type LossReason = 'ended' | 'denied' | 'missing' | 'busy' | 'muted' | 'notMonitor' | 'unsupported'

export interface SourceState {
  readonly track: MediaStreamTrack | null
  readonly loss: LossReason | null
  readonly isOpening: boolean
}

const off: SourceState = { track: null, loss: null, isOpening: false }
const leftOpenMs = 5000

class MediaSources {
  readonly view = createStore<Readonly<Record<SourceName, SourceState>>>({ screen: off, first: off })
  #holders = 0
  #closing: ReturnType<typeof setTimeout> | undefined

  /** Keeps the tracks open until the answer is called. */
  hold(): () => void {
    this.#holders++
    clearTimeout(this.#closing)
    return () => {
      this.#holders--
      if (this.#holders === 0) this.#closing = setTimeout(() => this.#close(), leftOpenMs)
    }
  }

  /** What is not recorded, or no more, is switched off. */
  keepOnly(names: readonly SourceName[]): void {
    for (const name of ['screen', 'first'] as const) {
      if (names.includes(name)) continue
      this.view.get()[name].track?.stop()
      this.#set(name, off)
    }
  }

  async openCamera(maxWidth = 640): Promise<void> {
    const size = { width: { ideal: maxWidth }, frameRate: { ideal: 5, max: 15 } }
    await this.#open('first', () => {
      const { mediaDevices } = navigator
      return mediaDevices ? mediaDevices.getUserMedia({ video: size, audio: false }) : undefined
    })
  }

  /** Only a click may ask for it. */
  async openScreen(isWholeScreen: boolean): Promise<void> {
    await this.#open('screen', () => {
      if (!canShareScreen()) return undefined
      const video = { width: { max: 1280 }, frameRate: { max: 5 }, displaySurface: 'monitor' }
      return navigator.mediaDevices.getDisplayMedia({ video, audio: false })
    })
    const { track } = this.view.get().screen
    if (!track || !isWholeScreen || isMonitor(track)) return
    track.stop()
    this.#set('screen', { track: null, loss: 'notMonitor' })
  }

  async #open(name: SourceName, ask: () => Promise<MediaStream> | undefined): Promise<void> {
    if (this.view.get()[name].isOpening) return
    this.#set(name, { isOpening: true })
    try {
      const [track] = (await ask())?.getVideoTracks() ?? []
      if (!track) return this.#set(name, { track: null, loss: 'unsupported' })
      this.view.get()[name].track?.stop()
      this.#watch(name, track)
      this.#set(name, { track, loss: null })
    } catch (error) {
      const { track } = this.view.get()[name]
      if (track?.readyState !== 'live') this.#set(name, { track: null, loss: lossOf(error) })
    } finally {
      this.#set(name, { isOpening: false })
    }
  }

  #watch(name: SourceName, track: MediaStreamTrack): void {
    const isCurrent = () => this.view.get()[name].track === track
    track.addEventListener('ended', () => isCurrent() && this.#set(name, { track: null, loss: 'ended' }))
    track.addEventListener('mute', () => isCurrent() && this.#set(name, { loss: 'muted' }))
    track.addEventListener('unmute', () => isCurrent() && this.#set(name, { loss: null }))
  }

  #close(): void {
    for (const { track } of Object.values(this.view.get())) track?.stop()
    this.view.set({ screen: off, first: off })
  }

  #set(name: SourceName, change: Partial<SourceState>): void {
    const before = this.view.get()
    this.view.set({ ...before, [name]: { ...before[name], ...change } })
  }
}

/** Of this page; the tracks belong to it. */
export const sources = new MediaSources()

export function canShareScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function'
}

/** A browser that does not say what is shared is believed. */
function isMonitor(track: MediaStreamTrack): boolean {
  const { displaySurface } = track.getSettings()
  return displaySurface === undefined || displaySurface === 'monitor'
}

function lossOf(error: unknown): LossReason {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'busy'
}
