import { useEffect, useMemo, useState } from 'react'

interface Span {
  readonly start: number
  readonly end: number
  /** How much goes by at each tick, in the unit of the span. */
  readonly step: number
  readonly everyMs: number
}

export interface Play {
  readonly at: number
  readonly isPlaying: boolean
  readonly toggle: () => void
  readonly jump: (at: number) => void
  readonly move: (by: number) => void
}

/** Time that goes by from start to end while it is played. At the end it stands; whoever plays then sees it from the beginning. */
export function usePlay({ start, end, step, everyMs }: Span): Play {
  const [{ at, isPlaying }, set] = useState({ at: start, isPlaying: false })
  // Time goes by outside of React.
  useEffect(() => {
    if (!isPlaying) return
    const tick = () =>
      set((before) => {
        const next = Math.min(end, before.at + step)
        return { at: next, isPlaying: before.isPlaying && next < end }
      })
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [isPlaying, end, step, everyMs])
  const hands = useMemo(() => {
    const within = (to: number) => Math.min(end, Math.max(start, to))
    return {
      toggle: () =>
        set((before) =>
          before.isPlaying
            ? { ...before, isPlaying: false }
            : { at: before.at >= end ? start : before.at, isPlaying: start < end },
        ),
      jump: (to: number) => set((before) => ({ ...before, at: within(to) })),
      move: (by: number) => set((before) => ({ ...before, at: within(before.at + by) })),
    }
  }, [start, end])
  return { at, isPlaying, ...hands }
}
