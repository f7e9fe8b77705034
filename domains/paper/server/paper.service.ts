import { protocolErrors } from '@kaopei/contract'
import { unknownInFilters } from '@kaopei/question/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { paperErrors } from '../contract/errors.ts'
import { type PaperEntry, paperPart } from '../contract/paper.ts'
import { replacePaper, selectFixed, selectKnownQuestions, selectRules, type WrittenParts } from './paper.sql.ts'

type PaperError = (typeof paperErrors)['sameQuestionTwice'] | (typeof paperErrors)['unknownQuestion']

/** Writes the whole selection and answers its total in hundredths. */
export async function writePaper(
  db: Db,
  { paperId, fail }: { paperId: string; fail: Fail<PaperError> },
  entries: readonly PaperEntry[],
): Promise<number> {
  const ids = entries.flatMap((entry) => (entry.questionType === paperPart.fixed ? [entry.questionId] : []))
  if (new Set(ids).size < ids.length) fail(paperErrors.sameQuestionTwice)
  const known = await selectKnownQuestions(db, ids)
  if (known.length < ids.length) fail(paperErrors.unknownQuestion)
  await refuseUnknownIds(db, entries)
  const parts = partsOf(entries, new Map(known.map(({ id, defaultScoreHundredths }) => [id, defaultScoreHundredths])))
  await replacePaper(db, paperId, parts)
  return totalOf(parts)
}

const filtered = { bankIds: '题库', categoryIds: '分类', knowledgePointIds: '知识点' } as const

/** A drawing rule is kept as it was written: nothing else would notice an id that is another company's, or nobody's. */
async function refuseUnknownIds(db: Db, entries: readonly PaperEntry[]): Promise<void> {
  const filters = entries.flatMap((entry) => (entry.questionType === paperPart.random ? [entry.filter] : []))
  const unknown = await unknownInFilters(db, filters)
  if (unknown === undefined) return
  const message = `抽题规则中有${filtered[unknown]}不存在或已被删除，请重新选择`
  throw new ProtocolFailure(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'questions', message }] } })
}

/** The paper with these fixed questions added or their scores changed, as entries to write. */
export async function mergedEntries(
  db: Db,
  { paperId }: { paperId: string },
  changes: readonly { questionId: string; score?: number | undefined }[],
): Promise<PaperEntry[]> {
  const fixed = await selectFixed(db, paperId)
  const rules = await selectRules(db, paperId)
  const wanted = new Map(changes.map(({ questionId, score }) => [questionId, score]))
  const kept = fixed.map(({ questionId, scoreHundredths }) => ({
    questionId,
    score: wanted.get(questionId) ?? scoreHundredths,
  }))
  const present = new Set(kept.map(({ questionId }) => questionId))
  const added = changes.filter(({ questionId }) => !present.has(questionId))
  const known = await selectKnownQuestions(
    db,
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
function partsOf(entries: readonly PaperEntry[], usual: ReadonlyMap<string, number>): WrittenParts {
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

function totalOf({ fixed, rules }: WrittenParts): number {
  const sum = fixed.reduce((total, { scoreHundredths }) => total + scoreHundredths, 0)
  return rules.reduce((total, { count, scoreHundredths }) => total + count * scoreHundredths, sum)
}

/** The parts of a paper as their author reads them. */
export async function readPaper(db: Db, paperId: string) {
  const fixed = await selectFixed(db, paperId)
  const rules = await selectRules(db, paperId)
  return {
    fixed: fixed.map((row) => ({ ...row, score: row.scoreHundredths })),
    rules: rules.map((row) => ({ ...row, score: row.scoreHundredths })),
    sumScore: totalOf({ fixed, rules }),
    questionCount: rules.reduce((sum, { count }) => sum + count, fixed.length),
  }
}
