import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { Stage } from '../stage.ts'

/**
 * What cameras and screens would have sent: drawings of our own (e2e/pictures/demo-drawings.pictures.ts), of nobody. A film lasts a minute, and so is a
 * piece of its own: a real one lasts ten seconds, and making a newcomer wait for six times as many would show nothing more.
 */
export const drawn = {
  screens: files('screen', 5, 'webp'),
  screenThumbs: files('screen-small', 5, 'webp'),
  faces: files('face', 6, 'webp'),
  covered: file('covered.webp'),
  helper: file('helper.webp'),
  screenFilm: file('screen.webm'),
  faceFilms: files('face', 2, 'webm'),
  deskFilm: file('desk.webm'),
} as const

function file(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'drawn', name))
}

function files(name: string, count: number, ending: string): readonly Buffer[] {
  return Array.from({ length: count }, (_, at) => file(`${name}-${at + 1}.${ending}`))
}

export interface Piece {
  readonly source: 1 | 2 | 3
  readonly kind: 'film' | 'picture'
  readonly number: number
  readonly from: Date
  readonly until: Date
  /** Null: a screen that did not change. */
  readonly bytes: Buffer | null
  readonly thumb?: Buffer
}

const empty = Buffer.alloc(0)
const mostTries = 50

/** Pictures of a demo are few: they were due as seldom as they came, so that nobody seems to lack them. */
export async function haveDue(stage: Stage, attemptId: string, everySeconds: number): Promise<void> {
  await stage.rows(
    `update proctoring.watch
     set streams = (
       select jsonb_agg(case when s.stream ->> 'kind' = 'picture' then s.stream || jsonb_build_object('everySeconds', $2::int) else s.stream end)
       from jsonb_array_elements(streams) as s (stream)
     )
     where attempt_id = $1`,
    [attemptId, everySeconds],
  )
}

/** Some at once: most of the time of one is the disk's. */
export async function send(stage: Stage, address: string, pieces: readonly Piece[]): Promise<void> {
  const atOnce = 8
  for (let first = 0; first < pieces.length; first += atOnce)
    await Promise.all(pieces.slice(first, first + atOnce).map((piece) => sendOne(stage, address, piece)))
}

async function sendOne(stage: Stage, address: string, piece: Piece): Promise<void> {
  await put(stage, address, piece, { part: '', bytes: piece.bytes ?? empty })
  if (piece.thumb) await put(stage, address, piece, { part: '/thumb', bytes: piece.thumb })
}

async function put(stage: Stage, address: string, piece: Piece, { part, bytes }: { part: string; bytes: Buffer }): Promise<void> {
  const { source, kind, number, from, until } = piece
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const span = `from=${from.getTime()}&until=${until.getTime()}&sha256=${sha256}`
  const url = `${address}/${source}/${kind}/${number}${part}?${span}${piece.bytes === null ? '&still=1' : ''}`
  for (let tries = 1; ; tries++) {
    const status = await stage.put(url, kind === 'film' ? 'video/webm' : 'image/webp', bytes)
    if (status === 200) return
    // A busy machine says so, and takes it later.
    if (status !== 503 || tries === mostTries) throw new Error(`a recording was answered ${status}`)
    await rest(200)
  }
}
