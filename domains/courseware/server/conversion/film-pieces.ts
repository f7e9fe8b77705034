import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilmPlan, PlannedRendition } from '../formats/film-plan.ts'
import type { Sound } from '../formats/media-facts.ts'
import { ConversionFailure } from './failure.ts'
import { joinWithFfmpeg, layOut, readWithFfmpeg } from './ffmpeg.ts'
import type { Work } from './run.ts'

/** Of the progress; joining and storing is the rest. */
const encodingPercent = 92

/**
 * Encodes a film piece by piece, all qualities of a piece in one go. A piece is there whole or not at all, so a run that is killed loses no more than the
 * piece it was at. Answers how many there are.
 */
export async function encodePieces(work: Work, plan: FilmPlan, seconds: number): Promise<number> {
  const most = Math.ceil(seconds / plan.pieceSeconds)
  for (let piece = 0; piece < most; piece++) {
    const part = (done: number) => work.progress((encodingPercent * (piece + Math.min(1, done / plan.pieceSeconds))) / most)
    part(0)
    if (await isThere(work, plan, piece)) continue
    if (!(await encodePiece(work, plan, piece, part))) {
      if (piece === 0) throw new ConversionFailure('unreadable')
      return piece
    }
  }
  return most
}

async function encodePiece(work: Work, plan: FilmPlan, piece: number, onSeconds: (seconds: number) => void): Promise<boolean> {
  const { encoded, frameRate, framesOfPiece, framesOfSegment, pieceSeconds } = plan
  const rate = `${frameRate.over}/${frameRate.under}`
  const split = encoded.map((_, at) => `[s${at}]`).join('')
  const scaled = encoded.map(({ width, height }, at) => `[s${at}]scale=${width}:${height},setsar=1,format=yuv420p[v${at}]`)
  const filter = [`[0:v:0]fps=fps=${rate}:start_time=0,split=${encoded.length}${split}`, ...scaled].join(';')
  await readWithFfmpeg(work, {
    fromSeconds: piece * pieceSeconds,
    args: ({ out }) => [
      ...['-filter_complex', filter],
      ...encoded.flatMap(({ name, mostKilobits }, at) => [
        ...['-map', `[v${at}]`, '-frames:v', String(framesOfPiece), '-an', '-sn', '-dn', '-map_metadata', '-1'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
        ...['-maxrate', `${mostKilobits}k`, '-bufsize', `${mostKilobits * 2}k`],
        ...['-g', String(framesOfSegment), '-keyint_min', String(framesOfSegment), '-sc_threshold', '0'],
        ...['-video_track_timescale', '90000', '-f', 'mp4', `${out}/${pieceName(piece, name)}.part`],
      ]),
    ],
    onSeconds,
  })
  return finish(work, plan, piece)
}

/** A piece behind the end of the film has no frames, and its files hold nothing. */
async function finish({ folder }: Work, { encoded }: FilmPlan, piece: number): Promise<boolean> {
  const paths = encoded.map(({ name }) => join(folder, pieceName(piece, name)))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(`${path}.part`).catch(() => undefined))?.size ?? 0))
  if (sizes.some((size) => size < 1000)) return false
  for (const path of paths) await rename(`${path}.part`, path)
  return true
}

async function isThere({ folder }: Work, { encoded }: FilmPlan, piece: number): Promise<boolean> {
  const found = await Promise.all(
    encoded.map(({ name }) =>
      stat(join(folder, pieceName(piece, name))).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

const pieceName = (piece: number, rendition: string) => `piece-${piece}-${rendition}.mp4`
const soundName = 'sound.mp4'

/** The sound of a film from its first moment, gaps filled with silence, so that picture and sound stay together. */
export async function makeSoundTrack(work: Work, { index }: Sound): Promise<boolean> {
  await readWithFfmpeg(work, {
    args: ({ out }) => [
      ...['-map', `0:${index}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', '-af', 'aresample=async=1:first_pts=0'],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-f', 'mp4', `${out}/${soundName}`],
    ],
  })
  const facts = await stat(join(work.folder, soundName)).catch(() => undefined)
  return (facts?.size ?? 0) > 1000
}

export interface Joining {
  readonly plan: FilmPlan
  readonly pieces: number
  readonly rendition: PlannedRendition
  readonly hasSound: boolean
}

export async function joinPieces(work: Work, { plan, pieces, rendition, hasSound }: Joining): Promise<void> {
  const { name } = rendition
  const lines = Array.from(
    { length: pieces },
    (_, piece) => `file '${pieceName(piece, name)}'\ninpoint 0\nduration ${plan.pieceSeconds.toFixed(6)}`,
  )
  await writeFile(join(work.folder, `${name}.txt`), `ffconcat version 1.0\n${lines.join('\n')}\n`)
  const segmentSeconds = (plan.framesOfSegment * plan.frameRate.under) / plan.frameRate.over
  await joinWithFfmpeg(work, ({ out }) => [
    ...['-f', 'concat', '-safe', '0', '-i', `${out}/${name}.txt`],
    ...(hasSound ? ['-i', `${out}/${soundName}`, '-map', '0:v:0', '-map', '1:a:0'] : ['-map', '0:v:0']),
    ...['-c', 'copy'],
    // Every key frame begins a segment: there are none but those.
    ...layOut(`${out}/${name}`, segmentSeconds / 2),
  ])
}
