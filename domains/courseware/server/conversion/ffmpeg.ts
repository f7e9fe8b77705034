import { ConversionFailure } from './failure.ts'
import { FfmpegNews } from './ffmpeg-news.ts'
import { carefully } from './probe.ts'
import type { Work } from './run.ts'
import { runTool } from './run-tool.ts'
import type { Place } from './sandbox.ts'

const silentSeconds = 300

export interface Encoding {
  readonly args: (place: Place) => readonly string[]
  /** It begins so far into the upload; without a key frame before it, all until there is decoded first. */
  readonly fromSeconds?: number | undefined
  /** Seconds that were written so far. */
  readonly onSeconds?: (seconds: number) => void
}

/** Reads the upload with ffmpeg. Answers whether it said that it succeeded; what it wrote decides. */
export async function readWithFfmpeg(work: Work, { args, fromSeconds, onSeconds }: Encoding): Promise<boolean> {
  const from = fromSeconds === undefined ? [] : ['-ss', fromSeconds.toFixed(6)]
  const silent = silentSeconds + (fromSeconds ?? 0)
  return run(work, silent, (place) => [...from, ...carefully, '-i', place.source, ...args(place)], onSeconds)
}

/** Works on files that ffmpeg itself has written into the work's folder. */
export async function joinWithFfmpeg(work: Work, args: (place: Place) => readonly string[]): Promise<void> {
  if (!(await run(work, silentSeconds, (place) => ['-protocol_whitelist', 'file,pipe', ...args(place)])))
    throw new ConversionFailure('unreadable')
}

async function run(
  { tools, source, folder, signal }: Work,
  silentSeconds: number,
  args: (place: Place) => readonly string[],
  onSeconds?: (seconds: number) => void,
): Promise<boolean> {
  const news = new FfmpegNews()
  const { code } = await runTool({
    tools,
    program: 'ffmpeg',
    confinement: { source, sourceName: 'source', folder },
    args: (place) => ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args(place)],
    signal,
    silentSeconds,
    onLine: (line) => {
      const [, microseconds] = /^out_time_us=(\d+)/.exec(line) ?? []
      if (microseconds !== undefined) onSeconds?.(Number(microseconds) / 1_000_000)
      return news.isProgress(line)
    },
  })
  return code === 0
}

/** Options that write `<path>.m3u8` and, beside it, the one file that it is about. */
export function layOut(path: string, segmentSeconds: number): string[] {
  return [
    ...['-f', 'hls', '-hls_time', segmentSeconds.toFixed(6), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_flags', 'single_file', `${path}.m3u8`],
  ]
}
