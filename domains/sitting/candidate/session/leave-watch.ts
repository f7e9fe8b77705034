/**
 * What the exam's page is to its candidate: visible, focused, in full screen. Each change is told, and once more when an absence has lasted three
 * seconds, for whoever never comes back; what is an absence and how long it was, the server says.
 */
import type { Presence } from '../../contract/shapes.ts'

export interface LeaveSignals {
  presence(): Presence
  now(): number
  after(ms: number, work: () => void): () => void
}

export interface LeaveListener {
  /** `isAnnounced`: it is time that the server hears of it. */
  signal(presence: Presence, isAnnounced: boolean): void
  /** Back from an absence that is none by its length only when it was shorter than a second. */
  back(durationMs: number, dialog: Presence['dialog']): void
}

const shortestMs = 1000
const announceMs = 3000
/** By then no dialog is an excuse. */
const lateMs = 61_000

export class LeaveWatch {
  readonly #signals: LeaveSignals
  readonly #listener: LeaveListener
  #last: Presence | undefined
  #leftAt: number | undefined
  #dialog: Presence['dialog']
  #cancel: (() => void)[] = []

  constructor(signals: LeaveSignals, listener: LeaveListener) {
    this.#signals = signals
    this.#listener = listener
  }

  /** To be called whenever one of the signals may have changed. */
  look(): void {
    const presence = this.#signals.presence()
    if (isSame(presence, this.#last)) return
    this.#last = presence
    if (!isPresent(presence)) this.#leave(presence)
    else if (this.#leftAt !== undefined) this.#return(presence)
    else this.#listener.signal(presence, false)
  }

  stop(): void {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
  }

  #leave(presence: Presence): void {
    this.#listener.signal(presence, false)
    if (this.#leftAt !== undefined) return
    this.#leftAt = this.#signals.now()
    this.#dialog = presence.dialog
    const announce = () => this.#last && this.#listener.signal(this.#last, true)
    this.#cancel = [announceMs, lateMs].map((ms) => this.#signals.after(ms, () => void announce()))
  }

  #return(presence: Presence): void {
    const durationMs = Math.round(this.#signals.now() - (this.#leftAt ?? 0))
    this.#leftAt = undefined
    this.stop()
    this.#listener.signal(presence, durationMs >= shortestMs)
    if (durationMs >= shortestMs) this.#listener.back(durationMs, this.#dialog)
  }
}

function isPresent({ visible, focused, fullScreen }: Presence): boolean {
  return visible && focused && fullScreen
}

function isSame(presence: Presence, last: Presence | undefined): boolean {
  if (last === undefined) return false
  const names = ['visible', 'focused', 'fullScreen', 'dialog'] as const
  return names.every((name) => presence[name] === last[name])
}

const events = ['blur', 'focus', 'pageshow'] as const

export interface PageRules {
  asksFullScreen(): boolean
  /** What was announced and takes the focus. */
  dialog(): Presence['dialog']
}

/** Watches this page until the answer is called. */
export function watchPage({ asksFullScreen, dialog }: PageRules, listener: LeaveListener): () => void {
  let isGoing = false
  const presence = (): Presence => {
    const open = isGoing ? 'reload' : dialog()
    return {
      visible: document.visibilityState === 'visible' && !isGoing,
      focused: document.hasFocus(),
      fullScreen: !asksFullScreen() || document.fullscreenElement !== null,
      ...(open && { dialog: open }),
    }
  }
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  }
  const watch = new LeaveWatch({ presence, now: () => performance.now(), after }, listener)
  const look = () => watch.look()
  // The page goes before it is hidden: a reload is no absence as long as it is short.
  const setGoing = (is: boolean) => () => {
    isGoing = is
    look()
  }
  const [go, come] = [setGoing(true), setGoing(false)]
  for (const event of events) window.addEventListener(event, event === 'pageshow' ? come : look)
  window.addEventListener('pagehide', go)
  document.addEventListener('visibilitychange', look)
  document.addEventListener('fullscreenchange', look)
  look()
  return () => {
    watch.stop()
    for (const event of events) window.removeEventListener(event, event === 'pageshow' ? come : look)
    window.removeEventListener('pagehide', go)
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('fullscreenchange', look)
  }
}
