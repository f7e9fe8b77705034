import { useEffect } from 'react'

export type ReviewKeys = Readonly<Record<string, () => void>>

/** What has keys of its own, and whatever lies over the page. */
const ownKeys = 'input, textarea, select, button, a, [contenteditable="true"], [role="dialog"]'

/** Keys of a page: they reach the window whatever has the focus. */
export function useReviewKeys(keys: ReviewKeys): void {
  // There is no element to listen on.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(ownKeys) || document.querySelector('.ant-image-preview, [role="dialog"]')) return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys])
}
