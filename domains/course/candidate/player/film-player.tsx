import { coursewareType } from '@kaopei/courseware/contract/codes'
import { clockOf, gapsOf, reachedWithoutGap, unionOf } from '@kaopei/learning/contract/ranges'
import { useStore } from '@kaopei/web/client'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PlayerProps } from './courseware-task.tsx'
import { SeekBar } from './seek-bar.tsx'
import { useIdleQuestion } from './use-idle-question.ts'
import { useSource } from './use-source.ts'

const rates = [0.5, 1, 1.5, 2] as const
const jumpSeconds = 5

/** A film or a sound with controls of our own: what counted is on the bar, and nothing counts but what was played. */
export default function FilmPlayer({ opened, reporter, title }: PlayerProps): ReactNode {
  const { shown, rule, lengthSeconds } = opened
  const media = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const recorded = useStore(reporter.recorded)
  const [quality, setQuality] = useState(0)
  const [now, setNow] = useState({ seconds: opened.position, isPlaying: false })
  const [rate, setRate] = useState(1)
  const [hasFailed, setFailed] = useState(false)
  const [hasSubtitles, setSubtitles] = useState(true)
  const isFilm = shown.type === coursewareType.video
  useSource(media, shown.renditions[quality], () => setFailed(true))
  const idle = useIdleQuestion(rule.idleSeconds, now.isPlaying, () => media.current?.pause())
  // The browser has no event for this that React knows; the rule asks that a hidden player stands still.
  useEffect(() => {
    if (!rule.pauseWhenHidden) return
    const pause = () => document.visibilityState === 'hidden' && media.current?.pause()
    document.addEventListener('visibilitychange', pause)
    return () => document.removeEventListener('visibilitychange', pause)
  }, [rule.pauseWhenHidden])
  // Whether subtitles show is a state of the text tracks, which have no attribute for it.
  useEffect(() => {
    for (const track of media.current?.textTracks ?? []) track.mode = hasSubtitles ? 'showing' : 'hidden'
  }, [hasSubtitles])
  /** Without leave to skip, not beyond what was seen from the beginning: by the server's record and this sitting's own. */
  const reached = () => reachedWithoutGap(unionOf(recorded.watched, playedOf(media.current)))
  const seek = (wanted: number) => {
    const element = media.current
    if (!element) return
    const until = rule.noSkip && !recorded.isComplete ? Math.max(reached(), 0) : lengthSeconds
    reporter.log.stopped()
    element.currentTime = Math.min(Math.max(0, wanted), until)
  }
  const moved = () => {
    const element = media.current
    if (!element) return
    setNow({ seconds: element.currentTime, isPlaying: !element.paused })
    reporter.state = { rate: element.playbackRate, position: element.currentTime }
    if (!element.paused && !element.seeking) reporter.log.moved(element.currentTime, element.playbackRate)
  }
  const stopped = () => {
    moved()
    reporter.log.stopped()
  }
  const toggle = () => {
    const element = media.current
    if (!element) return
    if (element.paused) void element.play().catch(() => setFailed(true))
    else element.pause()
  }
  const begin = () => {
    const element = media.current
    if (!element) return
    element.playbackRate = rate
    // Whoever saw the end begins again.
    if (now.seconds > 0 && now.seconds < element.duration - 1) element.currentTime = now.seconds
  }
  const firstGap = gapsOf(recorded.watched, lengthSeconds)[0]
  const keyed = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return
    const seconds = media.current?.currentTime ?? 0
    const acts: Record<string, () => void> = {
      ArrowLeft: () => seek(seconds - jumpSeconds),
      ArrowRight: () => seek(seconds + jumpSeconds),
      ArrowUp: () => louder(media.current, 0.1),
      ArrowDown: () => louder(media.current, -0.1),
      f: () => void frame.current?.requestFullscreen?.(),
      ...(!(event.target instanceof HTMLButtonElement) && { ' ': toggle }),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const element = {
    ...{ onTimeUpdate: moved, onPlay: moved, onPause: stopped, onSeeking: stopped, onSeeked: moved, onEnded: stopped },
    ...{ onLoadedMetadata: begin, playsInline: true, preload: 'metadata', 'aria-label': title },
  } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside, wherever among them the focus is
    <div ref={frame} className="learn-film" onKeyDown={keyed}>
      <video
        ref={media}
        {...element}
        className={isFilm ? undefined : 'is-sound'}
        {...(shown.coverUrl && { poster: shown.coverUrl })}
        onClick={toggle}
      >
        {shown.subtitles.map(({ language, label, url }, index) => (
          <track key={language} kind="subtitles" srcLang={language} label={label} src={url} default={index === 0} />
        ))}
      </video>
      {hasFailed && <p role="alert">暂时无法播放，请检查网络后重试，或换一个清晰度。</p>}
      {idle.isAsking && (
        <div className="learn-idle" role="alertdialog" aria-label="是否还在学习">
          <p>您还在学习吗？播放已暂停。</p>
          <button
            type="button"
            className="primary"
            onClick={() => {
              idle.answer()
              toggle()
            }}
          >
            继续学习
          </button>
        </div>
      )}
      <div className="learn-controls">
        <SeekBar
          lengthSeconds={lengthSeconds}
          seconds={now.seconds}
          watched={recorded.watched}
          mayReach={rule.noSkip && !recorded.isComplete ? reached() : lengthSeconds}
          onSeek={seek}
        />
        <div className="learn-buttons">
          <button type="button" onClick={toggle}>
            {now.isPlaying ? '暂停' : '播放'}
          </button>
          <span className="learn-time">
            {clockOf(Math.floor(now.seconds))} / {clockOf(lengthSeconds)}
          </span>
          <label>
            倍速
            <select
              value={rate}
              onChange={({ target }) => {
                setRate(Number(target.value))
                if (media.current) media.current.playbackRate = Number(target.value)
              }}
            >
              {rates.map((value) => (
                <option key={value} value={value}>
                  {value}x
                </option>
              ))}
            </select>
          </label>
          {shown.renditions.length > 1 && (
            <label>
              清晰度
              <select value={quality} onChange={({ target }) => setQuality(Number(target.value))}>
                {shown.renditions.map(({ name }, index) => (
                  <option key={name} value={index}>
                    {/^\d+$/.test(name) ? `${name}P` : '原画'}
                  </option>
                ))}
              </select>
            </label>
          )}
          {shown.subtitles.length > 0 && (
            <button type="button" aria-pressed={hasSubtitles} onClick={() => setSubtitles(!hasSubtitles)}>
              字幕
            </button>
          )}
          {firstGap && !recorded.isComplete && (
            <button type="button" onClick={() => seek(firstGap[0])}>
              跳到未看处 {clockOf(firstGap[0])}
            </button>
          )}
          {isFilm && (
            <button type="button" onClick={() => void frame.current?.requestFullscreen?.()}>
              全屏
            </button>
          )}
        </div>
        {rule.noSkip && !recorded.isComplete && <p className="note">首次观看不能向后拖动。</p>}
      </div>
    </div>
  )
}

function louder(media: HTMLMediaElement | null, by: number): void {
  if (media) media.volume = Math.min(1, Math.max(0, media.volume + by))
}

function playedOf(media: HTMLMediaElement | null): readonly (readonly [number, number])[] {
  if (!media) return []
  const { played } = media
  return Array.from(
    { length: played.length },
    (_, index) => [Math.floor(played.start(index)), Math.ceil(played.end(index))] as const,
  )
}
