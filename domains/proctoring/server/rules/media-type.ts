/** Which bytes a piece may have. */
import type { StoredKind } from './piece-named.ts'

type Test = (head: Buffer) => boolean

const startsWith =
  (hex: string): Test =>
  (head) =>
    head.subarray(0, hex.length / 2).toString('hex') === hex
const hasAt =
  (offset: number, text: string): Test =>
  (head) =>
    head.subarray(offset, offset + text.length).toString('latin1') === text

const films: Readonly<Record<string, Test>> = { 'video/webm': startsWith('1a45dfa3'), 'video/mp4': hasAt(4, 'ftyp') }
const pictures: Readonly<Record<string, Test>> = {
  'image/jpeg': startsWith('ffd8ff'),
  'image/webp': (head) => hasAt(0, 'RIFF')(head) && hasAt(8, 'WEBP')(head),
}

const written = /^([a-z]+\/[a-z0-9]+)(?:;\s*codecs="?([\w., -]{1,40})"?)?$/i

/** The type as it is kept, with its codecs; undefined where the kind does not take it. */
export function mediaTypeOf(kind: StoredKind, header: string | undefined): string | undefined {
  const [, type = '', codecs] = written.exec(header?.trim() ?? '') ?? []
  const base = type.toLowerCase()
  if (!Object.hasOwn(kind === 'film' ? films : pictures, base)) return undefined
  return codecs === undefined ? base : `${base};codecs=${codecs.replaceAll(' ', '')}`
}

export function hasBytesOf(mediaType: string, head: Buffer): boolean {
  const base = mediaType.split(';')[0] ?? ''
  return (films[base] ?? pictures[base])?.(head) ?? false
}

export const endings: Readonly<Record<string, string>> = {
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Of a file of this type, whatever its codecs. */
export function endingOf(mediaType: string): string {
  return endings[mediaType.split(';')[0] ?? ''] ?? 'bin'
}

const megabyte = 1024 * 1024
export const mostBytes: Readonly<Record<StoredKind, number>> = { film: 4 * megabyte, picture: 4 * megabyte, thumb: 128 * 1024 }
