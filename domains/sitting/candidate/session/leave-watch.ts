/**
 * How often and how long the exam's window was left. Blur, a hidden page and a lost full screen come together: they are one
 * incident, from the first sign of leaving to the last of returning, and less than a second is none.
 */
export interface LeaveSignals {
  /** The window has the focus and is visible (and full screen, where that is asked for). */
  isPresent(): boolean
  now(): number
}

const shortestMs = 1000

export class LeaveWatch {
  readonly #signals: LeaveSignals
  readonly #report: (durationMs: number) => void
  #leftAt: number | undefined

  constructor(signals: LeaveSignals, report: (durationMs: number) => void) {
    this.#signals = signals
    this.#report = report
  }

  /** To be called whenever one of the signals may have changed. */
  look(): void {
    const isPresent = this.#signals.isPresent()
    if (!isPresent) {
      this.#leftAt ??= this.#signals.now()
      return
    }
    if (this.#leftAt === undefined) return
    const durationMs = Math.round(this.#signals.now() - this.#leftAt)
    this.#leftAt = undefined
    if (durationMs >= shortestMs) this.#report(durationMs)
  }
}

const events = ['blur', 'focus', 'pageshow'] as const

/** Watches this page until the answer is called. */
export function watchPage(asksFullScreen: () => boolean, report: (durationMs: number) => void): () => void {
  const isPresent = () =>
    document.visibilityState === 'visible' && document.hasFocus() && (!asksFullScreen() || document.fullscreenElement !== null)
  const watch = new LeaveWatch({ isPresent, now: () => performance.now() }, report)
  const look = () => watch.look()
  for (const event of events) window.addEventListener(event, look)
  document.addEventListener('visibilitychange', look)
  document.addEventListener('fullscreenchange', look)
  return () => {
    for (const event of events) window.removeEventListener(event, look)
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('fullscreenchange', look)
  }
}
