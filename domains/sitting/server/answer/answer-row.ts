/** An answer as sitting.save_calls takes it: with what it names, and free of characters that jsonb cannot hold. */
import type { KeepPicture } from '@kaopei/files/server'
import { type Answer, isBlank } from '@kaopei/question/contract/answer'
import { cleanAnswerHtml } from '@kaopei/question/server'
import { storable } from '@kaopei/server'
import type { SaveInput } from '../../contract/shapes.ts'
import { answerHash } from './receipt.ts'

type SavedItem = SaveInput['items'][number]

/** The formatted texts among the answers: what pictures may name. */
export function htmlOf(items: readonly SavedItem[]): string {
  return items.flatMap(({ answer }) => (isHtml(answer) ? [answer.text] : [])).join('\n')
}

/** One element of the function's `items`. */
export function answerRow(item: SavedItem, keepPicture: KeepPicture): Record<string, unknown> {
  const { slot, baseRev, clientSeq, priorSeqs, clientTime, isFlagged, seen, cleared } = item
  const row = { slot, base: baseRev, seq: clientSeq, at: clientTime, flagged: isFlagged, seen, cleared }
  if (item.answer === undefined) return row
  const answer = keptAnswer(storable(item.answer), keepPicture)
  return {
    ...row,
    answer,
    type: answer.type,
    hash: answerHash(answer),
    blank: isBlank(answer),
    prior: priorSeqs ?? [],
    options: optionsNamed(answer),
    parts: partsNamed(answer),
  }
}

function optionsNamed(answer: Answer): string[] {
  switch (answer.type) {
    case 1:
    case 3:
      return answer.optionId === null ? [] : [answer.optionId]
    case 2:
      return answer.optionIds
    case 7:
      return Object.values(answer.choices)
    case 4:
    case 5:
    case 6:
      return []
  }
}

function partsNamed(answer: Answer): string[] {
  if (answer.type === 4) return Object.keys(answer.texts)
  return answer.type === 7 ? Object.keys(answer.choices) : []
}

/** Formatted text is cut down to what a candidate may write, its pictures become lasting references. Plain text stays as it is. */
function keptAnswer(answer: Answer, keepPicture: KeepPicture): Answer {
  if (!isHtml(answer)) return answer
  return { ...answer, text: cleanAnswerHtml(answer.text, keepPicture) }
}

function isHtml(answer: Answer | undefined): answer is Extract<Answer, { type: 6 }> {
  return answer?.type === 6 && answer.format === 'html'
}
