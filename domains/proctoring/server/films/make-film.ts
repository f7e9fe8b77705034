/** One film of pieces that lie in a folder: copied, and only what is of another codec or size encoded. What came out is measured, never believed. */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Programs } from '@kaopei/courseware/server'
import type { FilmType } from './film-key.ts'
import { joinApart, readFacts } from './media-apart.ts'
import type { MediaFacts } from './media-task.ts'
import type { Placed, ReelPiece } from './reel.ts'
import { encodeWithFfmpeg, joinWithFfmpeg } from './with-ffmpeg.ts'

/** It cannot be done, and trying again would not help. */
export class FilmFailure extends Error {}

export interface FilmWork {
  readonly folder: string
  readonly companyId: string
  readonly tools: Programs
  readonly signal: AbortSignal
}

interface Readable {
  readonly name: string
  readonly at: number
  readonly seconds: number
  readonly facts: MediaFacts
}

export interface MadeFilm {
  readonly path: string
  readonly type: FilmType
  readonly sizeBytes: number
  readonly unreadable: number
}

const fitSeconds = 2

/** `pieces` in the order of the film, `name` that of the file; what cannot be read is as good as lost. */
export async function makeFilm(
  work: FilmWork,
  pieces: readonly (Placed<ReelPiece> & { readonly name: string })[],
): Promise<MadeFilm> {
  await writeFile(join(work.folder, 'mark'), '')
  const found = await factsIn(
    work,
    pieces.map(({ name }) => name),
  )
  const readable = stretched(
    pieces.flatMap(({ name, at, seconds }, index) => {
      const facts = found[index]
      return facts ? [{ name, at, seconds, facts }] : []
    }),
  )
  if (readable.length === 0) throw new FilmFailure('没有可以播放的录像片段')
  const { pieces: joined, type } = await alike(work, readable)
  const out = type === 'video/mp4' ? 'film.mp4' : 'film.webm'
  refuseUnlessWhole(await joinAll(work, joined, { out, type }), joined)
  const path = join(work.folder, out)
  return { path, type, sizeBytes: (await stat(path)).size, unreadable: pieces.length - readable.length }
}

/** The picture before one that cannot be read stays until the next. */
function stretched(pieces: readonly Readable[]): Readable[] {
  return pieces.map((piece, index) => {
    const next = pieces[index + 1]
    return next ? { ...piece, seconds: next.at - piece.at } : piece
  })
}

function factsIn({ folder, companyId }: FilmWork, names: readonly string[]): Promise<(MediaFacts | null)[]> {
  return readFacts(
    companyId,
    names.map((name) => join(folder, name)),
  )
}

const keyOf = ({ facts: { codec, width, height, setup } }: Readable) => `${codec}/${width}x${height}/${setup}`

/** The same codec and size throughout: that of most pieces is kept, the others become like it. */
async function alike(work: FilmWork, pieces: readonly Readable[]): Promise<{ pieces: readonly Readable[]; type: FilmType }> {
  const kinds = Map.groupBy(pieces, keyOf)
  const [most] = [...kinds.values()].toSorted((a, b) => b.length - a.length)
  const [first] = most ?? []
  if (!first) throw new FilmFailure('没有可以播放的录像片段')
  if (kinds.size === 1 && (first.facts.codec === 'vp8' || first.facts.codec === 'avc'))
    return { pieces, type: first.facts.codec === 'avc' ? 'video/mp4' : 'video/webm' }
  if (!hasFfmpeg(work.tools)) throw new FilmFailure('录像中途更换了设备或画面尺寸，服务器未安装 ffmpeg，无法合成，请按片段观看')
  const { width, height } = first.facts
  const isKept = ({ facts }: Readable) => facts.codec === 'vp8' && facts.width === width && facts.height === height
  const made: Readable[] = []
  for (const piece of pieces) made.push(isKept(piece) ? piece : await encoded(work, piece, { width, height }))
  return { pieces: made, type: 'video/webm' }
}

async function encoded(work: FilmWork, piece: Readable, size: { width: number; height: number }): Promise<Readable> {
  const out = `${piece.name}.encoded.webm`
  await encodeWithFfmpeg(work, { name: piece.name, out, ...size })
  const [facts] = await factsIn(work, [out])
  if (!facts) throw new Error('an encoded piece cannot be read')
  return { ...piece, name: out, facts }
}

/** Answers what came out. */
async function joinAll(
  work: FilmWork,
  pieces: readonly Readable[],
  { out, type }: { out: string; type: FilmType },
): Promise<MediaFacts | null | undefined> {
  if (hasFfmpeg(work.tools)) {
    await joinWithFfmpeg(work, { pieces, begin: pieces[0]?.at ?? 0, out, type })
    return (await factsIn(work, [out]))[0]
  }
  const placed = pieces.map(({ name, at, seconds }) => ({ path: join(work.folder, name), at, seconds }))
  return joinApart(work.companyId, { pieces: placed, out: join(work.folder, out), type })
}

/** As many packets as went in, and as long as they should last. */
function refuseUnlessWhole(film: MediaFacts | null | undefined, pieces: readonly Readable[]): void {
  const packets = pieces.reduce((sum, { facts }) => sum + facts.packets, 0)
  const last = pieces.at(-1)
  const end = last ? last.at + last.facts.end - last.facts.first : 0
  if (film?.packets !== packets) throw new Error(`${film?.packets ?? 0} of ${packets} packets came out`)
  const isLong = film.end > end - fitSeconds && film.end < Math.max(end, (last?.at ?? 0) + (last?.seconds ?? 0)) + fitSeconds
  if (!isLong) throw new Error(`the film ends at ${film.end} s, and should at ${end} s`)
}

export function hasFfmpeg({ ffmpeg, bwrap, isUnsandboxed }: Programs): boolean {
  return ffmpeg !== undefined && (bwrap !== undefined || isUnsandboxed)
}
