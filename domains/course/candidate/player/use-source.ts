import { isSegmented, playlistOf } from '@kaopei/courseware/contract/playlist'
import type { Rendition } from '@kaopei/courseware/contract/shown'
import { playStream } from '@kaopei/web/client'
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
    const goOn = () => {
      if (currentTime <= 0) return
      element.currentTime = currentTime
      element.playbackRate = playbackRate
      if (!paused) void element.play().catch(fail)
    }
    element.addEventListener('error', fail)
    element.addEventListener('loadedmetadata', goOn, { once: true })
    const letGo = isSegmented(rendition) ? playStream(element, playlistOf(rendition, location.origin), fail) : undefined
    if (!letGo) element.src = rendition.url
    return () => {
      element.removeEventListener('error', fail)
      element.removeEventListener('loadedmetadata', goOn)
      letGo?.()
    }
  }, [media, rendition])
}
