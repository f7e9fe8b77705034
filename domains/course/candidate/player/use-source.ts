import type { Rendition } from '@kaopei/courseware/contract/shown'
import { type RefObject, useEffect, useRef } from 'react'

/** Puts a quality into the player, and goes on where it was when another one is chosen. */
export function useSource(
  media: RefObject<HTMLVideoElement | null>,
  rendition: Rendition | undefined,
  onFailed: () => void,
): void {
  const failed = useRef(onFailed)
  failed.current = onFailed
  // A media element's source is set by hand: React would load it anew with each drawing.
  useEffect(() => {
    const element = media.current
    if (!element || !rendition) return
    const { currentTime, paused, playbackRate } = element
    const fail = () => failed.current()
    element.addEventListener('error', fail)
    element.src = rendition.url
    if (currentTime > 0) {
      element.currentTime = currentTime
      element.playbackRate = playbackRate
      if (!paused) void element.play().catch(fail)
    }
    return () => element.removeEventListener('error', fail)
  }, [media, rendition])
}
