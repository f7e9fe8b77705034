/** Builds what a marker sees of an answer. */
import { type Answer, answer, answerState, questionContent, scoringRule } from '@kaopei/question/contract/content'
import { answerWithPictures, type ScoreDetail, scoreAnswer, showing, shownContent } from '@kaopei/question/server'
import type { Db, Services } from '@kaopei/server'
import { z } from 'zod'
import { markingErrors } from '../contract/errors.ts'
import { type currentMarks, type deskTask, taskState } from '../contract/shapes.ts'
import { type DeskRow, selectDesk, selectPhrases } from './desk.sql.ts'
import { candidateOf, type MarkingExam } from './entry.service.ts'
import { answerOfType, type JudgedBlank, type MarkingPoint, markingPoints } from './rules/marking-points.ts'
import { lockStanding, whyNotMark } from './rules/may-mark.ts'

const storedPoints = z.record(z.string(), z.number().int())

export interface Looking {
  readonly db: Db
  readonly companyId: string
  readonly markerId: string
  readonly now: Date
  readonly exam: MarkingExam
  readonly services: Pick<Services, 'secret'>
}

/** The tasks of an attempt, or one of them, as this marker sees them. */
export async function deskOf(looking: Looking, wanted: { attemptId: string; slot?: number }) {
  const { db, markerId } = looking
  const rows = await selectDesk(db, markerId, wanted)
  const phrases = await selectPhrases(
    db,
    markerId,
    rows.map(({ questionId }) => questionId),
  )
  return rows.map((row) => ({
    row,
    task: deskTaskOf(
      looking,
      row,
      phrases.filter(({ questionId }) => questionId === row.questionId).map(({ comment }) => comment),
    ),
  }))
}

export function currentMarksOf(row: DeskRow): z.input<typeof currentMarks> {
  return {
    version: row.version,
    state: taskState.schema.parse(row.state),
    score: row.scoreHundredths,
    keyPoints: storedPoints.parse(row.keyPoints),
    comment: row.comment,
    markerName: row.markerName,
    markedAt: row.markedAt,
  }
}

export function pointsOf(row: DeskRow): MarkingPoint[] {
  const content = questionContent.parse(row.content)
  const rule = scoringRule.parse(row.rule)
  const given = answerOfType(answer.nullable().parse(row.answer), content.type)
  const judged = content.type === 4 ? judgedBlanks(scoreAnswer(content, rule, given, row.maxHundredths).detail) : []
  return markingPoints({ content, rule, maxHundredths: row.maxHundredths }, judged)
}

function judgedBlanks(detail: ScoreDetail): JudgedBlank[] {
  if (detail.kind !== 'parts') return []
  return detail.parts.map(({ id, state, shareMillionths, matchedId }) => ({
    id,
    earnedShare: state === 'manual' ? null : shareMillionths / 1_000_000,
    weightId: matchedId ?? id,
  }))
}

function deskTaskOf(
  { companyId, exam, markerId, now, services }: Looking,
  row: DeskRow,
  phrases: string[],
): z.input<typeof deskTask> {
  const task = {
    isDone: row.state === taskState.done,
    markerId: row.markerId,
    lockedBy: row.lockedBy,
    lockedUntil: row.lockedUntil,
  }
  const whyNot = whyNotMark(task, { attemptState: row.attemptState, markerId, now })
  const standing = lockStanding(row, markerId, now)
  return {
    ...currentMarksOf(row),
    examId: row.examId,
    attemptId: row.attemptId,
    slot: row.slot,
    number: row.orderIndex,
    questionId: row.questionId,
    candidate: candidateOf(exam, markerId, row),
    maxScore: row.maxHundredths,
    content: shownContent(services, { companyId }, row.content),
    optionOrder: row.optionOrder,
    answer: shownAnswer(services, companyId, row.answer),
    answerState: answerState.parse(row.answerState),
    points: pointsOf(row),
    draft: draftOf(row),
    lock:
      standing === 'free' || row.lockedUntil === null
        ? null
        : { isMine: standing === 'mine', holderName: row.holderName ?? '-', until: row.lockedUntil },
    mayEdit: whyNot === undefined,
    whyNot: whyNot === undefined ? null : markingErrors[whyNot].text,
    phrases,
  }
}

/** With the pictures that the candidate put into it. */
export function shownAnswer(services: Pick<Services, 'secret'>, companyId: string, stored: unknown): Answer | null {
  const given = answer.nullable().parse(stored)
  return given && answerWithPictures(given, showing(services, companyId))
}

function draftOf(row: DeskRow): z.input<typeof deskTask>['draft'] {
  if (row.draftSavedAt === null) return null
  return {
    score: row.draftScoreHundredths,
    comment: row.draftComment ?? '',
    keyPoints: storedPoints.parse(row.draftKeyPoints),
    savedAt: row.draftSavedAt,
    isFromConflict: row.draftIsFromConflict ?? false,
  }
}
