import { useCallback, useSyncExternalStore } from 'react'

/** Whether the document meets a media query now; drawn again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

const lessMotion = '(prefers-reduced-motion: reduce)'

/** People who asked their system for less motion see things appear in place (WCAG 2.3.3). */
export const useLessMotion = (): boolean => useMedia(lessMotion)

export const wantsLessMotion = (): boolean => window.matchMedia?.(lessMotion).matches ?? false
