import { wantsLessMotion } from './use-media.ts'

/** Scrolls the page to its top within so many milliseconds; at once for people who asked for less motion. */
export function scrollToTop(durationMs: number): void {
  const from = window.scrollY
  if (from === 0) return
  if (wantsLessMotion()) {
    window.scrollTo(0, 0)
    return
  }
  const startedAt = performance.now()
  const step = (now: number) => {
    const share = Math.min(1, (now - startedAt) / durationMs)
    const eased = 1 - (1 - share) ** 3
    window.scrollTo(0, from * (1 - eased))
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
