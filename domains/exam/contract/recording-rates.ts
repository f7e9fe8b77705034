/** What recording of an exam brings, of one candidate, in kbit/s: what clients are told to make, and what is forecast before publishing. */
import type { ExamSettings } from './exam-settings.ts'

export const recordingRates = {
  permitScreenRecord: 120,
  /** Pictures with their thumbnails, each half a minute: 60 and 12 kB. */
  permitScreenPhoto: 18,
  permitFaceRecord: 80,
  permitCamera: 5,
  permitSecondView: 80,
} as const satisfies Partial<Record<keyof ExamSettings, number>>

export type RecordingFlag = keyof typeof recordingRates
const isFlag = (name: string): name is RecordingFlag => Object.hasOwn(recordingRates, name)
const flags = Object.keys(recordingRates).filter(isFlag)

export function kilobitsPerSecondOf(settings: Pick<ExamSettings, RecordingFlag>): number {
  return flags.reduce((sum, flag) => sum + (settings[flag] ? recordingRates[flag] : 0), 0)
}

/** 1 kbit/s is 0.45 MB an hour. */
const megabytesPerHour = 0.45

export function recordingMegabytes(kilobitsPerSecond: number, minutes: number, candidates: number): number {
  return kilobitsPerSecond * megabytesPerHour * (minutes / 60) * candidates
}
