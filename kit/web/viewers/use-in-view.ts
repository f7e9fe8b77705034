import { type RefObject, useCallback, useEffect, useRef } from 'react'

const everyMs = 1000
/** So much of the page, or of the window, it has to fill. */
const halfInView = 0.5

/**
 * Says each second which parts (with `data-page`) are in view of a window that is to be seen, or of the page's own where there is no scroller, and for how
 * long they were.
 */
export function useInView(scroller: RefObject<HTMLElement | null>, onSeen: (parts: readonly number[], seconds: number) => void) {
  const parts = useRef(new Map<number, HTMLElement>())
  const seen = useRef(onSeen)
  seen.current = onSeen
  // A clock that looks once a second: what is in view follows from scrolling, sizes and the window together.
  useEffect(() => {
    let last = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      const seconds = Math.min(2, (now - last) / 1000)
      last = now
      if (document.visibilityState !== 'visible') return
      const window = frameOf(scroller.current)
      const shown = [...parts.current].filter(([, element]) => isInView(element.getBoundingClientRect(), window))
      if (shown.length > 0)
        seen.current(
          shown.map(([part]) => part),
          seconds,
        )
    }, everyMs)
    return () => clearInterval(timer)
  }, [scroller])
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const part = Number(element.dataset.page)
    parts.current.set(part, element)
    return () => void parts.current.delete(part)
  }, [])
}

interface Frame {
  readonly top: number
  readonly bottom: number
}

function frameOf(scroller: HTMLElement | null): Frame {
  const own = scroller?.getBoundingClientRect()
  return { top: Math.max(0, own?.top ?? 0), bottom: Math.min(innerHeight, own?.bottom ?? innerHeight) }
}

export function isInView(part: Frame, window: Frame): boolean {
  const shown = Math.min(part.bottom, window.bottom) - Math.max(part.top, window.top)
  if (shown <= 0) return false
  return shown >= (part.bottom - part.top) * halfInView || shown >= (window.bottom - window.top) * halfInView
}
