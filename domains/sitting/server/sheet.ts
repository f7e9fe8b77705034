/** The sheet that a candidate works on: the paper in the attempt's order without anything of the key, and the answers that are stored. */

import type { PaperItem } from '@kaopei/paper/server'
import { candidateView, type QuestionContent } from '@kaopei/question/contract/content'
import { answerWithPictures, type Showing, secondsOfSitting, showing, withPictures } from '@kaopei/question/server'
import type { z } from 'zod'
import type { sheet } from '../contract/shapes.ts'
import { answerHash, receiptOf } from './answer/receipt.ts'
import type { ItemRow, OwnAttempt } from './attempt.sql.ts'
import { rulesShown } from './terms.ts'

export type SheetAnswer = z.input<typeof sheet>

/** What a sheet says of its attempt. */
export type SheetAttempt = Omit<
  OwnAttempt,
  'submittedAt' | 'submitCause' | 'overLimitAt' | 'awayLimitAt' | 'passScoreHundredths' | 'tells' | 'ownerKind' | 'safeKeys'
>

export interface SheetParts {
  readonly attempt: SheetAttempt
  readonly items: readonly ItemRow[]
  readonly contents: ReadonlyMap<string, QuestionContent>
  readonly device: string
  readonly now: Date
  readonly companyId: string
  readonly secret: string
}

export function sheetOf(parts: SheetParts): SheetAnswer {
  const { attempt, items, contents, device, now, secret } = parts
  const seconds = secondsOfSitting(attempt.due, now)
  const pictures = { ...showing({ secret }, parts.companyId, seconds), holderId: attempt.staffId }
  return {
    attemptId: attempt.id,
    examId: attempt.ownerId,
    examName: attempt.title,
    candidateName: attempt.personName,
    number: attempt.number,
    state: attempt.state,
    serverTime: now,
    startedAt: attempt.startedAt,
    due: attempt.due,
    graceSeconds: attempt.graceSeconds,
    totalScore: attempt.maxScoreHundredths,
    lease: {
      epoch: attempt.leaseEpoch,
      isMine: attempt.leaseDevice === device,
      isSameBrowser: browserOf(attempt.leaseDevice) === browserOf(device),
    },
    nextSeq: items.reduce((most, item) => Math.max(most, item.noteSeq), 0) + 1,
    leaves: attempt.absences,
    rules: rulesShown(attempt),
    comfort: attempt.comfort,
    items: items.map((item) => sheetItemOf(item, attempt.id, contents, pictures)),
  }
}

/** The rows of a paper that was just laid out, before anything was answered. */
export function freshItems(paper: readonly PaperItem[]): ItemRow[] {
  return paper.map((item) => ({
    slot: item.slot,
    questionVersionId: item.versionId,
    ruleVersionId: item.ruleVersionId,
    optionOrder: item.optionOrder,
    maxScoreHundredths: item.scoreHundredths,
    answer: null,
    answerState: 'not_seen',
    isFlagged: false,
    rev: 0,
    lastRev: 0,
    noteSeq: 0,
    answeredAt: null,
    scoreHundredths: null,
    isCorrect: null,
  }))
}

function sheetItemOf(
  item: ItemRow,
  attemptId: string,
  contents: ReadonlyMap<string, QuestionContent>,
  pictures: Showing,
): SheetAnswer['items'][number] {
  const content = contents.get(item.questionVersionId)
  if (!content) throw new Error(`slot ${item.slot} of attempt ${attemptId} has lost its question`)
  const { slot, rev, answer, answeredAt } = item
  const receipt =
    answer === null || answeredAt === null
      ? null
      : receiptOf(pictures.services.secret, { attemptId, slot, rev, hash: answerHash(answer), savedAt: answeredAt })
  return {
    slot,
    rev,
    answer: answer && answerWithPictures(answer, pictures),
    receipt,
    view: candidateView(withPictures(content, pictures), item.optionOrder),
    maxScore: item.maxScoreHundredths,
    answerState: item.answerState,
    isFlagged: item.isFlagged,
    savedAt: answeredAt,
  }
}

function browserOf(device: string): string {
  return device.split(':')[0] ?? ''
}
