import { useEffect, useRef, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/** Asks whether somebody is still there after so long without a sign of them, while it plays. */
export function useIdleQuestion(idleSeconds: number | null, isPlaying: boolean, pause: () => void) {
  const [isAsking, setAsking] = useState(false)
  const toPause = useRef(pause)
  toPause.current = pause
  // Signs come from the whole window, and the time from a clock; a player that draws itself anew is no sign of anybody.
  useEffect(() => {
    if (idleSeconds === null || !isPlaying) return
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      setAsking(true)
      toPause.current()
    }
    const renew = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, idleSeconds * 1000)
    }
    renew()
    for (const sign of signs) window.addEventListener(sign, renew, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, renew)
    }
  }, [idleSeconds, isPlaying])
  return { isAsking, answer: () => setAsking(false) }
}
