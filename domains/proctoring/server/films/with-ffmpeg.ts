import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FfmpegNews, type Programs, runProgram } from '@kaopei/courseware/server'
import type { FilmType } from './film-key.ts'

export interface FfmpegWork {
  readonly tools: Programs
  /** The one folder that is written; pieces lie in it. */
  readonly folder: string
  readonly signal: AbortSignal
}

export interface JoinedPiece {
  /** Its name in the folder. */
  readonly name: string
  readonly seconds: number
}

const silentSeconds = 120
const carefully = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', '-protocol_whitelist', 'file,pipe'] as const

/** Copies the pieces one after the other, each for as long as it is said to last; the first begins `begin` seconds into the film. */
export async function joinWithFfmpeg(
  work: FfmpegWork,
  { pieces, begin, out, type }: { pieces: readonly JoinedPiece[]; begin: number; out: string; type: FilmType },
): Promise<void> {
  const lines = pieces.flatMap(({ name, seconds }) => [`file ${name}`, `duration ${seconds.toFixed(3)}`])
  await writeFile(join(work.folder, 'list.txt'), ['ffconcat version 1.0', ...lines, ''].join('\n'))
  const ending = type === 'video/mp4' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-f', 'webm']
  await run(work, (folder) => [
    ...['-f', 'concat', '-safe', '0', '-i', `${folder}/list.txt`, '-map', '0:v:0', '-c', 'copy'],
    ...['-output_ts_offset', begin.toFixed(3), ...ending, `${folder}/${out}`],
  ])
}

/** One piece of another codec or size, as VP8 of the film's size. */
export async function encodeWithFfmpeg(
  work: FfmpegWork,
  { name, out, width, height }: { name: string; out: string; width: number; height: number },
): Promise<void> {
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  await run(work, (folder) => [
    ...['-i', `${folder}/${name}`, '-map', '0:v:0', '-an', '-vf', fit, '-fps_mode', 'passthrough', '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-auto-alt-ref', '0', '-b:v', '150k', '-threads', '1'],
    ...['-f', 'webm', `${folder}/${out}`],
  ])
}

async function run({ tools, folder, signal }: FfmpegWork, args: (folder: string) => readonly string[]): Promise<void> {
  const news = new FfmpegNews()
  await runProgram({
    ...{ tools, program: 'ffmpeg', signal, silentSeconds },
    // What is read lies in the folder that is written; the mark is there for the sandbox, which wants a file of its own.
    confinement: { source: join(folder, 'mark'), sourceName: 'mark', folder },
    args: ({ out }) => [...carefully, ...args(out)],
    onLine: (line) => news.isProgress(line),
  })
}
