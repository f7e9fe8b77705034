import { Select } from 'antd'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { EmptyState } from '../states.tsx'
import './viewers.css'

export interface MediaPlayerProps {
  readonly url: string
  readonly name: string
  readonly kind?: 'video' | 'audio'
  readonly poster?: string
  readonly subtitles?: readonly { readonly language: string; readonly label: string; readonly url: string }[]
  /** Where it was left, in seconds. */
  readonly startSeconds?: number
  /** Told as it plays, in seconds, at most once a second, and at the end. */
  readonly onProgress?: (seconds: number, durationSeconds: number) => void
}

const rates = [0.5, 1, 1.5, 2] as const
const jumpSeconds = 5

/** Video and audio with rates, from where it was left. Space plays and pauses, the arrows go back and forth and change the volume. */
export default function MediaPlayer(props: MediaPlayerProps): ReactNode {
  const { url, name, kind = 'video', poster, subtitles = [], startSeconds, onProgress } = props
  const media = useRef<HTMLVideoElement>(null)
  const told = useRef(-1)
  const [rate, setRate] = useState<number>(1)
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <EmptyState text="此视频暂无法播放，请稍后再试" />
  const begin = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    currentTarget.playbackRate = rate
    // Whoever saw the end begins again.
    if (startSeconds && startSeconds < currentTarget.duration - 1) currentTarget.currentTime = startSeconds
  }
  const tell = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    const { currentTime, duration, ended } = currentTarget
    const second = Math.floor(currentTime)
    if (second === told.current && !ended) return
    told.current = second
    onProgress?.(currentTime, duration)
  }
  const shared = {
    src: url,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': name,
    onLoadedMetadata: begin,
    onTimeUpdate: tell,
    onEnded: tell,
    onError: () => setFailed(true),
  }
  return (
    <section className="kp-media" aria-label={name} onKeyDown={(event) => handleKey(event, media.current)}>
      {kind === 'video' ? (
        <video ref={media} {...shared} {...(poster && { poster })}>
          {subtitles.map((one, place) => (
            <track
              key={one.language}
              kind="subtitles"
              srcLang={one.language}
              label={one.label}
              src={one.url}
              default={place === 0}
            />
          ))}
        </video>
      ) : (
        <audio ref={media} {...shared} />
      )}
      <div className="kp-media-tools">
        <label htmlFor="kp-media-rate">倍速</label>
        <Select
          id="kp-media-rate"
          size="small"
          style={{ width: 84 }}
          value={rate}
          options={rates.map((value) => ({ value, label: `${value}x` }))}
          onChange={(next) => {
            setRate(next)
            if (media.current) media.current.playbackRate = next
          }}
        />
      </div>
    </section>
  )
}

function handleKey(event: KeyboardEvent, media: HTMLMediaElement | null): void {
  // The browser's own controls hear their keys themselves.
  if (!media || event.target === media || (event.target instanceof HTMLElement && event.target.closest('.kp-media-tools'))) return
  if (!playerKey(event.key, media)) return
  event.preventDefault()
}

/** Does what a key of a player does; false for every other key. */
export function playerKey(key: string, media: HTMLMediaElement): boolean {
  switch (key) {
    case ' ':
      if (media.paused) void media.play()
      else media.pause()
      return true
    case 'ArrowLeft':
      media.currentTime = Math.max(0, media.currentTime - jumpSeconds)
      return true
    case 'ArrowRight':
      media.currentTime = Math.min(media.duration || Number.POSITIVE_INFINITY, media.currentTime + jumpSeconds)
      return true
    case 'ArrowUp':
      media.volume = Math.min(1, media.volume + 0.1)
      return true
    case 'ArrowDown':
      media.volume = Math.max(0, media.volume - 0.1)
      return true
    default:
      return false
  }
}
