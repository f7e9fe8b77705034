import { useCallback, useRef } from 'react'

/** `isFree()` is true once, and then not again for so many milliseconds: the second of a double submit does nothing. */
export function useLock(ms: number): () => boolean {
  const until = useRef(0)
  return useCallback(() => {
    const now = Date.now()
    if (now < until.current) return false
    until.current = now + ms
    return true
  }, [ms])
}
