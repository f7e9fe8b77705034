import type { OutputOf } from '@kaopei/contract'
import { useCall } from '@kaopei/web'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { review } from '../../contract/review.ts'
import { freshLinksMs } from './use-record.ts'
import { Watermarked } from './watermark.tsx'
import './review.css'

export type Film = OutputOf<typeof review.getRecord>['screen']

/** The one clock of all films; milliseconds. */
export interface FilmClock {
  readonly at: number
  readonly isPlaying: boolean
  /** How many times as fast as it was. */
  readonly speed?: number
}

interface ShownFilm {
  readonly key: string
  readonly url: string
  /** The second of the film at this moment of the clock. */
  readonly second: number
}

export type Shown = ShownFilm | 'still' | 'none' | 'loading' | 'failed'

interface OfSource {
  readonly resultId: string
  readonly type: 4 | 5 | 6
  readonly film: Film
  readonly isOpen: boolean
}

/** What a source shows at this moment: its composed film where there is one, else the piece of the moment. */
export function useShown({ resultId, type, film, isOpen }: OfSource, at: number): Shown {
  const byPieces = film.composeStatus !== null && isOpen && film.composeUrl === null
  const asked = useCall(
    review.listPieces,
    { examinationResultId: resultId, abnormalType: type },
    { enabled: byPieces, refetchInterval: freshLinksMs },
  )
  const { composeUrl, composeFrom } = film
  if (composeUrl !== null && composeFrom !== null)
    return { key: 'film', url: composeUrl, second: (at - Date.parse(composeFrom)) / 1000 }
  if (byPieces && !asked.data) return asked.isPending ? 'loading' : 'failed'
  const piece = asked.data?.dataList.findLast(
    ({ from, until, isDoubtful }) => !isDoubtful && Date.parse(from) <= at && at < Date.parse(until),
  )
  if (!piece) return 'none'
  return piece.isStill ? 'still' : { key: piece.id, url: piece.url, second: (at - Date.parse(piece.from)) / 1000 }
}

/** The fastest that browsers play; a clock that runs faster is followed by jumps. */
const fastest = 16
const words = { loading: '加载中...', failed: '录像加载失败', none: '此时没有录像', still: '画面没有变化' } as const

interface ScreenProps {
  readonly shown: Shown
  readonly clock: FilmClock
  readonly video: RefObject<HTMLVideoElement | null>
}

/** The clock leads; a film that runs with it is left alone. */
export function FilmScreen({ shown, clock: { isPlaying, speed = 1 }, video: ref }: ScreenProps): ReactNode {
  const offset = typeof shown === 'object' ? shown.second : 0
  // A film's time and speed are the element's own.
  useEffect(() => {
    const video = ref.current
    if (!video) return
    video.playbackRate = Math.min(speed, fastest)
    if (Math.abs(video.currentTime - offset) > 1.5 * (isPlaying ? Math.min(speed, fastest) : 1)) video.currentTime = offset
    if (isPlaying && video.paused && !video.ended) void video.play().catch(() => undefined) // a piece that is over, or not there yet
    if (!isPlaying) video.pause()
  }, [ref, offset, isPlaying, speed])
  if (typeof shown === 'string') return <div className="kp-review-blur">{words[shown]}</div>
  return (
    <Watermarked>
      <video key={shown.key} ref={ref} src={shown.url} muted playsInline preload="auto" />
    </Watermarked>
  )
}
