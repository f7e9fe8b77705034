import { useEffect, useState } from 'react'

/**
 * Stands beside an open drawer. A drawer that is taken off the page, instead of being closed on it, takes the focus with it: what had the
 * focus before then gets it back.
 */
export function FocusReturn(): null {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
  return null
}
