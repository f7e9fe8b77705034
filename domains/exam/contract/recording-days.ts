/** How many days recordings stay after the result of their attempt: candidates agree to that, each kind by itself. */
import { codes } from '@kaopei/contract'
import { z } from 'zod'

export const recordingKind = codes({
  screenFilm: { code: 1, label: '屏幕录像' },
  cameraFilm: { code: 2, label: '摄像头录像' },
  screenPicture: { code: 3, label: '屏幕截图' },
  photograph: { code: 4, label: '摄像头照片' },
  frame: { code: 5, label: '截取画面' },
  /** The first photograph of the first camera, taken as its candidate comes in. */
  checkIn: { code: 6, label: '入场照片' },
})
export type RecordingKind = z.output<typeof recordingKind.schema>

/** Not before the review, not for ever. */
export const recordingDaysLimits = { least: 7, most: 1095 } as const
const { least, most } = recordingDaysLimits
const days = z.int('请输入整数').min(least, `保存天数为 ${least}–${most} 天`).max(most, `保存天数为 ${least}–${most} 天`)

export const recordingDays = z.object({
  screenFilm: days,
  cameraFilm: days,
  screenPicture: days,
  photograph: days,
  checkIn: days,
  /** Of the pictures that a reviewer has cut out of a film, as evidence of a mark. */
  frame: days,
  /** Of files that candidates lay before whoever decides an appeal: from the last step of the case. */
  appeal: days,
  /** Of a pack in the download centre, which keeps nothing for longer than that. */
  pack: z.int('请输入整数').min(1, '证据包保留 1–7 天').max(7, '证据包保留 1–7 天'),
})
export type RecordingDays = z.output<typeof recordingDays>

/** Of a company that has said nothing. */
export const usualRecordingDays: RecordingDays = {
  ...{ screenFilm: 180, cameraFilm: 180, screenPicture: 180, photograph: 180, checkIn: 30, frame: 180, appeal: 180, pack: 7 },
}

export function daysByKind(given: RecordingDays): Readonly<Record<RecordingKind, number>> {
  const { screenFilm, cameraFilm, screenPicture, photograph, frame, checkIn } = given
  return { 1: screenFilm, 2: cameraFilm, 3: screenPicture, 4: photograph, 5: frame, 6: checkIn }
}
