import { beginParts, examNotes } from '@kaopei/exam/candidate'
import { CapturePart, PreparationPart, ResultPart, VerdictNote } from '@kaopei/proctoring/candidate'
import { resultParts } from '@kaopei/result/candidate'
import { roomParts } from '@kaopei/sitting/candidate'

/** What rooms add to the pages of rooms below them, which do not know them. */
export function fillSlots(): void {
  beginParts.fill([PreparationPart])
  roomParts.fill([CapturePart])
  examNotes.fill([VerdictNote])
  resultParts.fill([ResultPart])
}
