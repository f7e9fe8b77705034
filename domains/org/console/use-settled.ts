import { useEffect, useState } from 'react'

const settleMs = 80

/** A text once nobody has typed for a moment: searches follow typing without a call per key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  // A timer is the subject here.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
