import type { Db, Fail } from '@kaopei/server'
import { paperPart } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import type { PaperEntry } from '../contract/exam-paper.ts'
import { type PaperParts, replacePaper, selectFixed, selectKnownQuestions, selectRules } from './exam-paper.sql.ts'

type PaperError = (typeof examErrors)['sameQuestionTwice'] | (typeof examErrors)['unknownQuestion']

/** Writes the whole selection and answers its total in hundredths. */
export async function writePaper(
  db: Db,
  { companyId, examId, fail }: { companyId: string; examId: string; fail: Fail<PaperError> },
  entries: readonly PaperEntry[],
): Promise<number> {
  const ids = entries.flatMap((entry) => (entry.questionType === paperPart.fixed ? [entry.questionId] : []))
  if (new Set(ids).size < ids.length) fail(examErrors.sameQuestionTwice)
  const known = await selectKnownQuestions(db, companyId, ids)
  if (known.length < ids.length) fail(examErrors.unknownQuestion)
  const parts = partsOf(entries, new Map(known.map(({ id, defaultScoreHundredths }) => [id, defaultScoreHundredths])))
  await replacePaper(db, companyId, examId, parts)
  return totalOf(parts)
}

/** The paper with these fixed questions added or their scores changed, as entries to write. */
export async function mergedEntries(
  db: Db,
  { companyId, examId }: { companyId: string; examId: string },
  changes: readonly { questionId: string; score?: number | undefined }[],
): Promise<PaperEntry[]> {
  const fixed = await selectFixed(db, companyId, examId)
  const rules = await selectRules(db, companyId, examId)
  const wanted = new Map(changes.map(({ questionId, score }) => [questionId, score]))
  const kept = fixed.map(({ questionId, scoreHundredths }) => ({
    questionId,
    score: wanted.get(questionId) ?? scoreHundredths,
  }))
  const present = new Set(kept.map(({ questionId }) => questionId))
  const added = changes.filter(({ questionId }) => !present.has(questionId))
  const known = await selectKnownQuestions(
    db,
    companyId,
    added.map(({ questionId }) => questionId),
  )
  const usual = new Map(known.map(({ id, defaultScoreHundredths }) => [id, defaultScoreHundredths]))
  const fresh = added.map(({ questionId, score }) => ({ questionId, score: score ?? usual.get(questionId) ?? 0 }))
  return [
    ...[...kept, ...fresh].map((one) => ({ questionType: paperPart.fixed, ...one })),
    ...rules.map(({ filter, count, scoreHundredths }) => ({
      questionType: paperPart.random,
      filter,
      count,
      score: scoreHundredths,
    })),
  ]
}

/** `usual`: what questions are worth by themselves. */
function partsOf(entries: readonly PaperEntry[], usual: ReadonlyMap<string, number>): PaperParts {
  const scoreOf = (questionId: string, given: number | undefined) => given ?? usual.get(questionId) ?? 0
  const fixed = entries.flatMap((entry) =>
    entry.questionType === paperPart.fixed
      ? [{ questionId: entry.questionId, scoreHundredths: scoreOf(entry.questionId, entry.score) }]
      : [],
  )
  const rules = entries.flatMap((entry) =>
    entry.questionType === paperPart.random ? [{ filter: entry.filter, count: entry.count, scoreHundredths: entry.score }] : [],
  )
  return { fixed, rules }
}

export function totalOf({ fixed, rules }: PaperParts): number {
  const sum = fixed.reduce((total, { scoreHundredths }) => total + scoreHundredths, 0)
  return rules.reduce((total, { count, scoreHundredths }) => total + count * scoreHundredths, sum)
}
