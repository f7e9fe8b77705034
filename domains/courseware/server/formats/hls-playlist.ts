/** Reads a playlist that ffmpeg wrote over one file: where its header ends and where each segment lies. */
import type { Segment } from '../conversion/made.ts'

export interface Laid {
  readonly initBytes: number
  readonly segments: readonly Segment[]
}

/** Undefined where the text is not such a playlist, whole and in order. */
export function readPlaylist(text: string): Laid | undefined {
  if (!text.startsWith('#EXTM3U') || !text.includes('#EXT-X-ENDLIST')) return undefined
  const initBytes = Number(/^#EXT-X-MAP:.*BYTERANGE="(\d+)@0"/m.exec(text)?.[1])
  const segments: Segment[] = []
  let milliseconds = 0
  for (const line of text.split('\n')) {
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? []
    if (seconds !== undefined) milliseconds = Math.round(Number(seconds) * 1000)
    const [, bytes, first] = /^#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(line) ?? []
    if (bytes !== undefined && first !== undefined) segments.push([Number(first), Number(bytes), milliseconds])
  }
  return initBytes > 0 && segments.length > 0 ? { initBytes, segments } : undefined
}

export function millisecondsOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, [, , milliseconds]) => sum + milliseconds, 0)
}

/** As lengths are kept: rounded up, but for the last frame's share of the next second. */
export function wholeSeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds - 0.1))
}

/** Of its most costly second, as players want it to choose by. */
export function peakBitsPerSecond(segments: readonly Segment[]): number {
  return segments.reduce(
    (most, [, bytes, milliseconds]) => Math.max(most, Math.round((bytes * 8000) / Math.max(milliseconds, 500))),
    1,
  )
}
