import { type Ranges, reachedWithoutGap } from '@kaopei/learning/contract/ranges'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import type { OpenedCourseware } from '../../contract/learn-shapes.ts'
import type { PlayerProps } from './courseware-task.tsx'

/** A rate beyond counts as this. */
const fastestRate = 2
/** A step of the clock within which a film moves on by playing; farther is a jump. */
const longestStepSeconds = 3

interface Props extends Pick<PlayerProps, 'opened' | 'reporter'> {
  readonly block: OpenedCourseware['shown']['blocks'][number] & { readonly url: string }
  readonly label: string
  /** Where its first second stands among those of all films. */
  readonly start: number
}

/** A film of a micro-course under the browser's own controls, which the task's rules bind as they bind a film that is a task. */
export function BlockFilm({ opened: { rule, position }, reporter, block, label, start }: Props): ReactNode {
  const media = useRef<HTMLVideoElement>(null)
  const played = useRef(0)
  const recorded = useStore(reporter.recorded)
  const isBound = rule.noSkip && !recorded.isComplete
  const length = block.lengthSeconds ?? 0
  const reachOf = () => Math.max(played.current, reachedWithoutGap(ofFilm(recorded.watched, start, length)))
  /** Where it was left, if it was this one; whoever saw its end begins again. */
  const begin = ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
    const left = position - start
    if (left > 0 && left < length - 1) film.currentTime = isBound ? Math.min(left, reachOf()) : left
  }
  const moved = ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
    const { currentTime, playbackRate, paused, seeking } = film
    reporter.state = { rate: playbackRate, position: start + currentTime }
    if (paused || seeking) return
    if (currentTime <= reachOf() + longestStepSeconds * Math.max(1, playbackRate))
      played.current = Math.max(played.current, currentTime)
    reporter.log.moved(start + currentTime, playbackRate)
  }
  const seeking = ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
    reporter.log.stopped()
    // A second that was begun counts: what begins a whole one later leaves a gap, behind which nothing would count.
    if (isBound && film.currentTime >= reachOf() + 1) film.currentTime = reachOf()
  }
  // The browser has no event for this that React knows; the rule asks that a hidden player stands still.
  useEffect(() => {
    if (!rule.pauseWhenHidden) return
    const hide = () => document.visibilityState === 'hidden' && media.current?.pause()
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [rule.pauseWhenHidden])
  return (
    <>
      <video
        ref={media}
        controls
        playsInline
        preload="metadata"
        src={block.url}
        aria-label={label}
        {...(block.fenmianImgPath && { poster: block.fenmianImgPath })}
        onLoadedMetadata={begin}
        onPlay={pauseOthers}
        onTimeUpdate={moved}
        onPause={() => reporter.log.stopped()}
        onSeeking={seeking}
        onRateChange={({ currentTarget: film }) => {
          if (film.playbackRate > fastestRate) film.playbackRate = fastestRate
        }}
        onEnded={() => reporter.log.stopped()}
      />
      {isBound && <p className="note">首次观看不能快进，看过的部分可以拖动。</p>}
    </>
  )
}

/** Of all seconds that counted those of one film, from its own beginning. */
function ofFilm(watched: Ranges, start: number, length: number): Ranges {
  return watched.flatMap(([from, until]): [number, number][] => {
    const [begins, ends] = [Math.max(from, start) - start, Math.min(until, start + length) - start]
    return ends > begins ? [[begins, ends]] : []
  })
}

/** Two that play at once would count once. */
function pauseOthers({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  for (const film of currentTarget.closest('.learn-blocks')?.querySelectorAll('video') ?? [])
    if (film !== currentTarget) film.pause()
}
