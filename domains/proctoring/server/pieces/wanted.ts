/** What an exam's settings ask to be recorded. */
import type { ExamSettings } from '@kaopei/exam/contract/exam-settings'
import { z } from 'zod'
import { pieceKind, source } from '../../contract/capture.ts'

/** As `watch` keeps it: the exam's settings may change, what was asked of an attempt does not. */
export const wantedStream = z.object({
  source: source.schema,
  kind: pieceKind,
  everySeconds: z.int(),
  maxWidth: z.int(),
  framesPerSecond: z.int(),
  kilobitsPerSecond: z.int(),
})
export type Wanted = z.output<typeof wantedStream>

const filmSeconds = 10
const pictureSeconds = 30

const screenFilm = {
  kind: 'film',
  everySeconds: filmSeconds,
  maxWidth: 1280,
  framesPerSecond: 5,
  kilobitsPerSecond: 120,
} as const
const cameraFilm = { kind: 'film', everySeconds: filmSeconds, maxWidth: 320, framesPerSecond: 5, kilobitsPerSecond: 80 } as const
/** Of pictures: 60 and 12 kB with their thumbnails, each half a minute. */
const screenPicture = {
  kind: 'picture',
  everySeconds: pictureSeconds,
  maxWidth: 1280,
  framesPerSecond: 0,
  kilobitsPerSecond: 18,
} as const
const cameraPicture = {
  kind: 'picture',
  everySeconds: pictureSeconds,
  maxWidth: 640,
  framesPerSecond: 0,
  kilobitsPerSecond: 5,
} as const

type Flags = Pick<
  ExamSettings,
  'permitScreenPhoto' | 'permitCamera' | 'permitFaceRecord' | 'permitSecondView' | 'permitScreenRecord'
>

export function wantedBy(settings: Flags): Wanted[] {
  const all: [boolean, Wanted][] = [
    [settings.permitScreenRecord, { source: source.screen, ...screenFilm }],
    [settings.permitScreenPhoto, { source: source.screen, ...screenPicture }],
    [settings.permitFaceRecord, { source: source.first, ...cameraFilm }],
    [settings.permitCamera, { source: source.first, ...cameraPicture }],
    [settings.permitSecondView, { source: source.second, ...cameraFilm }],
  ]
  return all.flatMap(([isWanted, stream]) => (isWanted ? [stream] : []))
}

const roomBytes = 4 * 1024 * 1024

/** Bytes that an attempt may have brought after so many seconds: half as much again as its rates make. */
export function mostBytesOf(streams: readonly Wanted[], seconds: number): number {
  const bytesPerSecond = streams.reduce((sum, { kilobitsPerSecond }) => sum + kilobitsPerSecond * 125, 0)
  return roomBytes + Math.ceil(bytesPerSecond * Math.max(0, seconds) * 1.5)
}
