import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react'

const zooms = [100, 125, 150, 200, 300] as const

export interface Pages {
  /** From 1. */
  readonly page: number
  readonly goTo: (page: number) => void
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Percent of the width. */
  readonly zoom: number
  /** Undefined: it is as large, or as small, as it gets. */
  readonly zoomIn: (() => void) | undefined
  readonly zoomOut: (() => void) | undefined
}

/** Pages below each other in a part that scrolls, each with its number from 0 in `data-page`. Opened again they begin where they were left. */
export function usePages(
  scroller: RefObject<HTMLElement | null>,
  { count, start = 1, onPage }: { readonly count: number; readonly start?: number; readonly onPage?: (page: number) => void },
): Pages {
  const inRange = (wanted: number) => Math.min(count, Math.max(1, Math.round(wanted)))
  const [page, setPage] = useState(() => inRange(start))
  const [zoom, setZoom] = useState<number>(zooms[0])
  const first = useRef(page)
  /** Where the part was scrolled to for a page that was asked for: what shows there may begin elsewhere, as at the end. */
  const asked = useRef<number>(undefined)
  // Where it was left, before it is seen elsewhere; and the page stays in view when it gets larger.
  useLayoutEffect(() => {
    if (zoom > 0 && first.current > 1) asked.current = scrollToPage(scroller.current, first.current)
  }, [scroller, zoom])
  const turn = (next: number) => {
    first.current = next
    setPage(next)
    onPage?.(next)
  }
  const place = zooms.findIndex((one) => one === zoom)
  const [smaller, larger] = [zooms[place - 1], zooms[place + 1]]
  return {
    page,
    goTo: (wanted) => {
      const next = inRange(wanted)
      asked.current = scrollToPage(scroller.current, next)
      turn(next)
    },
    onScroll: ({ currentTarget }) => {
      if (currentTarget.scrollTop === asked.current) return
      asked.current = undefined
      const next = pageAt(currentTarget, count)
      if (next !== page) turn(next)
    },
    zoom,
    zoomIn: larger === undefined ? undefined : () => setZoom(larger),
    zoomOut: smaller === undefined ? undefined : () => setZoom(smaller),
  }
}

/** Scrolls the part alone: the page around it stays where it is. Answers where the part is then. */
function scrollToPage(scroller: HTMLElement | null, page: number): number | undefined {
  const wanted = scroller?.querySelector(`[data-page="${page - 1}"]`)
  if (!scroller || !wanted) return undefined
  scroller.scrollTop += wanted.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  return scroller.scrollTop
}

/** Of pages lower than half the part neither the first nor the last ever reaches its middle. */
function pageAt(scroller: HTMLElement, count: number): number {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  if (scrollTop <= 0) return 1
  if (scrollTop + clientHeight >= scrollHeight - 1) return count
  const { top, height } = scroller.getBoundingClientRect()
  const tops = [...scroller.querySelectorAll('[data-page]')].map((element) => element.getBoundingClientRect().top)
  return pageInMiddle(tops, top + height / 2)
}

/** The last page that begins above the middle. */
export function pageInMiddle(tops: readonly number[], middle: number): number {
  return Math.max(1, tops.findLastIndex((top) => top <= middle) + 1)
}
