import { beginParts, examNotes, examRowActs, examRowFacts } from '@kaopei/exam/candidate'
import { CapturePart, PreparationPart, ResultPart, TrialAct, TrialFact, VerdictNote } from '@kaopei/proctoring/candidate'
import { resultParts } from '@kaopei/result/candidate'
import { roomParts } from '@kaopei/sitting/candidate'

/** What rooms add to the pages of rooms below them, which do not know them. */
export function fillSlots(): void {
  beginParts.fill([PreparationPart])
  roomParts.fill([CapturePart])
  examNotes.fill([VerdictNote])
  examRowFacts.fill([TrialFact])
  examRowActs.fill([TrialAct])
  resultParts.fill([ResultPart])
}
