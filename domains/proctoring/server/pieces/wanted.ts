/** What an exam's settings ask to be recorded. */
import type { ExamSettings } from '@kaopei/exam/contract/exam-settings'
import { type RecordingFlag, recordingRates } from '@kaopei/exam/contract/recording-rates'
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
} as const
const cameraFilm = { kind: 'film', everySeconds: filmSeconds, maxWidth: 320, framesPerSecond: 5 } as const
const screenPicture = {
  kind: 'picture',
  everySeconds: pictureSeconds,
  maxWidth: 1280,
  framesPerSecond: 0,
} as const
const cameraPicture = {
  kind: 'picture',
  everySeconds: pictureSeconds,
  maxWidth: 640,
  framesPerSecond: 0,
} as const

const streams: Readonly<Record<RecordingFlag, Omit<Wanted, 'kilobitsPerSecond'>>> = {
  permitScreenRecord: { source: source.screen, ...screenFilm },
  permitScreenPhoto: { source: source.screen, ...screenPicture },
  permitFaceRecord: { source: source.first, ...cameraFilm },
  permitCamera: { source: source.first, ...cameraPicture },
  permitSecondView: { source: source.second, ...cameraFilm },
}
const flags = ['permitScreenRecord', 'permitScreenPhoto', 'permitFaceRecord', 'permitCamera', 'permitSecondView'] as const

export function wantedBy(settings: Pick<ExamSettings, RecordingFlag>): Wanted[] {
  return flags.flatMap((flag) => (settings[flag] ? [{ ...streams[flag], kilobitsPerSecond: recordingRates[flag] }] : []))
}

const roomBytes = 4 * 1024 * 1024

/** Bytes that an attempt may have brought after so many seconds: half as much again as its rates make. */
export function mostBytesOf(streams: readonly Wanted[], seconds: number): number {
  const bytesPerSecond = streams.reduce((sum, { kilobitsPerSecond }) => sum + kilobitsPerSecond * 125, 0)
  return roomBytes + Math.ceil(bytesPerSecond * Math.max(0, seconds) * 1.5)
}
