import { clockOf, type Ranges } from '@kaopei/learning/contract/ranges'
import type { ReactNode } from 'react'

/** Where the film is, and beneath it what has counted. */
export function SeekBar({
  lengthSeconds,
  seconds,
  watched,
  mayReach,
  onSeek,
}: {
  lengthSeconds: number
  seconds: number
  watched: Ranges
  mayReach: number
  onSeek: (seconds: number) => void
}): ReactNode {
  const share = (value: number) => `${(value * 100) / Math.max(1, lengthSeconds)}%`
  return (
    <div className="learn-seek">
      <span className="learn-seek-counted" aria-hidden>
        {watched.map(([from, until]) => (
          <i key={from} style={{ left: share(from), width: share(until - from) }} />
        ))}
        {mayReach < lengthSeconds && (
          <i className="closed" style={{ left: share(mayReach), width: share(lengthSeconds - mayReach) }} />
        )}
      </span>
      <input
        type="range"
        min={0}
        max={lengthSeconds}
        step={1}
        value={Math.min(lengthSeconds, Math.floor(seconds))}
        aria-label="播放位置"
        aria-valuetext={clockOf(Math.floor(seconds))}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
    </div>
  )
}
