import { type RefObject, useCallback, useEffect, useState } from 'react'

export interface FullScreenChoice {
  /** Phones of one maker let only their own player fill the screen. */
  readonly isPossible: boolean
  readonly isOn: boolean
  readonly toggle: () => void
}

/** Whether a part of the page fills the screen. */
export function useFullScreen(part: RefObject<HTMLElement | null>): FullScreenChoice {
  const [isOn, setOn] = useState(false)
  // The browser leaves it by its own key too.
  useEffect(() => {
    const look = () => setOn(part.current !== null && document.fullscreenElement === part.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [part])
  const toggle = useCallback(() => {
    const asked = document.fullscreenElement ? document.exitFullscreen() : part.current?.requestFullscreen?.()
    asked?.catch(() => undefined) // the browser has said no; everything stays as it is
  }, [part])
  return { isPossible: document.fullscreenEnabled === true, isOn, toggle }
}
