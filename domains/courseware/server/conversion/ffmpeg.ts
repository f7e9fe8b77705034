import { ConversionFailure } from './failure.ts'
import { carefully } from './probe.ts'
import type { Work } from './run.ts'
import { runTool } from './run-tool.ts'
import type { Place } from './sandbox.ts'

const silentSeconds = 300

export interface Encoding {
  /** Of the upload: options before it is read. */
  readonly before?: readonly string[]
  readonly args: (place: Place) => readonly string[]
  /** Seconds that were written so far. */
  readonly onSeconds?: (seconds: number) => void
}

/** Reads the upload with ffmpeg. Answers whether it said that it succeeded; what it wrote decides. */
export async function readWithFfmpeg(work: Work, { before = [], args, onSeconds }: Encoding): Promise<boolean> {
  return run(work, (place) => [...before, ...carefully, '-i', place.source, ...args(place)], onSeconds)
}

/** Works on files that ffmpeg itself has written into the work's folder. */
export async function joinWithFfmpeg(work: Work, args: (place: Place) => readonly string[]): Promise<void> {
  if (!(await run(work, (place) => ['-protocol_whitelist', 'file,pipe', ...args(place)])))
    throw new ConversionFailure('unreadable')
}

async function run(
  { tools, source, folder, signal }: Work,
  args: (place: Place) => readonly string[],
  onSeconds?: (seconds: number) => void,
): Promise<boolean> {
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
