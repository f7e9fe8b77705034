/** Handing in marks: one wins, the other's are kept as a draft, and the last mark of a paper publishes its result. */
import { type ErrorDef, protocolErrors } from '@kaopei/contract'
import type { Context, Handler } from '@kaopei/server'
import { finishMarking } from '@kaopei/sitting/server'
import { markingErrors } from '../contract/errors.ts'
import type { reviewTask } from '../contract/review-task.ts'
import { currentMarks, taskState } from '../contract/shapes.ts'
import { lockAttempts } from './access.sql.ts'
import { currentMarksOf, pointsOf } from './desk.service.ts'
import type { DeskRow } from './desk.sql.ts'
import { enterAttempt, type MarkingExam } from './entry.service.ts'
import { finishedAttempts, insertEvents, type Marks, updateMarks, upsertDraft } from './marks.sql.ts'
import { findOnDesk, progressOf } from './queue.service.ts'
import { problemOfMarks, sumOfPoints } from './rules/marking-points.ts'
import { whyNotMark } from './rules/may-mark.ts'
import { tellExam } from './tell-exam.service.ts'

type SaveScore = typeof reviewTask.saveScore
type Caller = Context<SaveScore>
type Given = Marks & { readonly scoreHundredths: number }

export const saveScore: Handler<SaveScore> = async ({ attemptId, slot, version, score, ...said }, caller) => {
  const { db, actor, now, fail } = caller
  const key = { attemptId, slot }
  const exam = await enterAttempt(caller, attemptId)
  await lockAttempts(db, [attemptId])
  const found = await findOnDesk(caller, exam, key)
  if (!found) return fail(protocolErrors.notFound)
  const { row } = found
  const given = { scoreHundredths: score, ...filledMarks({ score, ...said }, currentMarksOf(row)) }
  if (row.version !== version) {
    if (isRepeated(row, given, actor.staffId)) return answerOf(caller, exam, row.version, attemptId)
    return keepLosing(caller, exam, { row, given, error: protocolErrors.changed })
  }
  const standing = {
    isDone: row.state === taskState.done,
    markerId: row.markerId,
    lockedBy: row.lockedBy,
    lockedUntil: row.lockedUntil,
  }
  const whyNot = whyNotMark(standing, { attemptState: row.attemptState, markerId: actor.staffId, now })
  if (whyNot === 'attemptClosed') return fail(markingErrors.attemptClosed)
  if (whyNot !== undefined) return keepLosing(caller, exam, { row, given, error: markingErrors[whyNot] })
  refuseWrongMarks(caller, row, given)
  const saved = await writeMarks(caller, row, given)
  caller.record({
    targetId: `${attemptId}/${slot}`,
    targetName: exam.name,
    before: shown(currentMarksOf(row)),
    after: shown({ ...given, score: given.scoreHundredths }),
  })
  return answerOf(caller, exam, saved, attemptId)
}

type Said = Marks['scoreHundredths']

/** What a save leaves out stays; what single points earned says nothing of another score. */
export function filledMarks(
  said: { readonly score: Said; readonly keyPoints?: Marks['keyPoints'] | undefined; readonly comment?: string | undefined },
  standing: { readonly score: Said; readonly keyPoints: Marks['keyPoints']; readonly comment: string } | null,
) {
  const isSameScore = standing?.score === said.score
  return {
    keyPoints: said.keyPoints ?? (standing && isSameScore ? standing.keyPoints : {}),
    comment: said.comment ?? standing?.comment ?? '',
  }
}

async function writeMarks({ db, actor, now }: Caller, row: DeskRow, given: Given): Promise<number> {
  const key = { attemptId: row.attemptId, slot: row.slot }
  const { staffId } = actor
  const version = await updateMarks(db, { ...key, ...given, markerId: staffId, markedAt: now })
  await insertEvents(db, [{ ...key, kind: 'scored', actorId: staffId, at: now, marks: given }])
  await tellExam(db, { ...key, scoreSource: row.scoreSource, marks: given, markerId: staffId, now })
  const finished = await finishedAttempts(db, [key.attemptId])
  for (const attemptId of finished) await finishMarking(db, attemptId, now)
  return version
}

function refuseWrongMarks({ fail }: Caller, row: DeskRow, given: Given): void {
  if (!row.isAnswered && given.scoreHundredths > 0) fail(markingErrors.unansweredIsZero)
  const points = pointsOf(row)
  const problem = problemOfMarks(given, points, row.maxHundredths)
  if (problem === undefined) return
  if (problem === 'pointsDoNotAddUp') {
    const sum = sumOfPoints(given.keyPoints, points, row.maxHundredths) / 100
    fail(markingErrors.pointsDoNotAddUp, { text: `得分应等于各得分点之和（${sum} 分）` })
  }
  if (problem === 'scoreTooHigh' && given.scoreHundredths > row.maxHundredths) {
    fail(markingErrors.scoreTooHigh, { text: `得分不能超过本题满分 ${row.maxHundredths / 100} 分` })
  }
  fail(markingErrors[problem])
}

/** The save that lost is not lost: it stays as this marker's draft and in the history, and the answer says what stands now. */
async function keepLosing(
  { db, actor, now, record, refuse }: Caller,
  exam: MarkingExam,
  { row, given, error }: { row: DeskRow; given: Given; error: Parameters<Caller['refuse']>[0] & ErrorDef },
): Promise<never> {
  const key = { attemptId: row.attemptId, slot: row.slot }
  const draft = { ...key, ...given, baseVersion: row.version, isFromConflict: true, savedAt: now }
  await upsertDraft(db, actor.staffId, draft)
  await insertEvents(db, [{ ...key, kind: 'conflict', actorId: actor.staffId, at: now, marks: given, reason: error.text }])
  const current = currentMarksOf(row)
  record({
    action: 'conflict',
    targetId: `${row.attemptId}/${row.slot}`,
    targetName: exam.name,
    before: shown(current),
    after: shown({ ...given, score: given.scoreHundredths }),
    reason: error.text,
  })
  const isHeld = error.name === markingErrors.locked.name
  const text = isHeld ? `该答卷正由${row.holderName ?? '其他阅卷人'}批阅，您的评分已存为草稿` : error.text
  return refuse(error, { text, data: currentMarks.parse(current) })
}

/** The same marks sent once more, because the answer to the first got lost. */
function isRepeated(row: DeskRow, given: Given, markerId: string): boolean {
  const current = currentMarksOf(row)
  return (
    row.state === taskState.done &&
    row.markerId === markerId &&
    row.scoreHundredths === given.scoreHundredths &&
    row.comment === given.comment &&
    JSON.stringify(sorted(current.keyPoints)) === JSON.stringify(sorted(given.keyPoints))
  )
}

async function answerOf(caller: Caller, exam: MarkingExam, version: number, attemptId: string) {
  const finished = await finishedAttempts(caller.db, [attemptId])
  return { version, isPaperDone: finished.length > 0, progress: await progressOf(caller, exam) }
}

function sorted(points: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(points).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Marks as people read them in the operation log. */
function shown({
  score,
  keyPoints,
  comment,
}: {
  score: number | null
  keyPoints: Readonly<Record<string, number>>
  comment: string
}) {
  const points = Object.fromEntries(Object.entries(keyPoints).map(([id, earned]) => [id, earned / 100]))
  return { score: score === null ? null : score / 100, keyPoints: points, comment }
}
