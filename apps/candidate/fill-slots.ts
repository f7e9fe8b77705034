import { beginParts } from '@kaopei/exam/candidate'
import { CapturePart, PreparationPart } from '@kaopei/proctoring/candidate'
import { roomParts } from '@kaopei/sitting/candidate'

/** What rooms add to the pages of rooms below them, which do not know them. */
export function fillSlots(): void {
  beginParts.fill([PreparationPart])
  roomParts.fill([CapturePart])
}
