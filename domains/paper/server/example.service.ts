/** The paper as its author looks at it: fixed questions, and an example of what the rules draw. */
import { type QuestionType, questionContent, questionTypeOrder } from '@kaopei/question/contract/content'
import { type HiddenKey, withoutKey } from '@kaopei/question/contract/without-key'
import { hiddenKeysOf, latestReadyVersions, ruleNumbersOf, type Showing, storedWithPictures } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { admittedBy, streamPinned, streamPool } from './draw.sql.ts'
import { gatherPool, listedNumbers } from './draw.ts'
import { proveRules } from './draw-proof.ts'
import { type RuleRow, selectContents, selectFixed, selectPinned, selectRules } from './paper.sql.ts'
import { isQuestionType } from './pin.service.ts'
import { asWritten, drawPaper } from './rules/draw-paper.ts'

type Shown = { questionId: string; versionId: string; score: number; type: QuestionType; ruleNumber: number | null }

/** Whether whoever looks may see what is right: `told` once a reason was given for what is in use. */
interface Keys {
  readonly isAuthor: boolean
  readonly isTold: boolean
}

export interface ExampleWish {
  readonly companyId: string
  readonly paperId: string
  readonly isPinned: boolean
  readonly now: Date
  readonly pictures: Showing
  readonly keys: Keys
}

/** One whole paper as somebody might get it. */
export async function examplePaper(db: Db, { companyId, paperId: id, isPinned, now, pictures, keys }: ExampleWish) {
  const fixed = await selectFixed(db, id)
  const rules = await selectRules(db, id)
  const versions = await versionsOf(db, { id, questionIds: fixed.map(({ questionId }) => questionId) })
  const shown: Shown[] = fixed.flatMap(({ questionId, type, scoreHundredths }) => {
    const versionId = versions.get(questionId)
    return versionId ? [{ questionId, versionId, type, score: scoreHundredths, ruleNumber: null }] : []
  })
  const excludedIds = fixed.map(({ questionId }) => questionId)
  const { pool, questions, refusal } = await poolToShow(db, { companyId, paperId: id, isPinned, rules, excludedIds })
  const drawn = refusal === null ? drawPaper(pool, `${id}:${now.getTime()}`) : []
  const displayOrder: readonly (number | undefined)[] = questionTypeOrder
  const typePlace = ({ questionId }: { questionId: string }) => displayOrder.indexOf(questions.get(questionId)?.type)
  for (const { questionId, ruleIndex } of asWritten(drawn ?? [], typePlace)) {
    const one = questions.get(questionId)
    if (!one || !isQuestionType(one.type)) continue
    shown.push({
      questionId,
      versionId: one.versionId,
      type: one.type,
      score: rules[ruleIndex]?.scoreHundredths ?? 0,
      ruleNumber: ruleIndex + 1,
    })
  }
  const contents = new Map(
    (
      await selectContents(
        db,
        shown.map(({ versionId }) => versionId),
      )
    ).map((row) => [row.versionId, row.content]),
  )
  const questionIds = shown.map(({ questionId }) => questionId)
  const isAuthor = keys.isAuthor || keys.isTold
  const hiddenOf = keys.isTold ? () => null : await hiddenKeysOf(db, { questionIds, isAuthor, now })
  const shownContent = (versionId: string, hidden: HiddenKey | null) => {
    const content = contents.get(versionId)
    return storedWithPictures(hidden === null ? content : withoutKey(questionContent.parse(content)), pictures)
  }
  return {
    questions: shown.map((one, index) => ({
      ...one,
      slot: index + 1,
      hiddenKey: hiddenOf(one.questionId),
      content: shownContent(one.versionId, hiddenOf(one.questionId)),
    })),
    drawMessage: refusal,
  }
}

type PoolWish = Pick<ExampleWish, 'companyId' | 'paperId' | 'isPinned'> & {
  readonly rules: readonly RuleRow[]
  readonly excludedIds: readonly string[]
}

/** The pool of a pinned paper, otherwise what the rules admit now; `refusal`: why nothing can be drawn. */
async function poolToShow(db: Db, { companyId, paperId, isPinned, rules, excludedIds }: PoolWish) {
  const counts = rules.map(({ count }) => count)
  if (isPinned) return { ...(await gatherPool(counts, streamPinned(db, paperId), listedNumbers)), refusal: null }
  const pool = admittedBy({ companyId, filters: rules.map(({ filter }) => filter), excludedIds })
  const { isFeasible, violations } = await proveRules(db, { counts, pool })
  const gathered = await gatherPool(counts, isFeasible ? streamPool(db, pool) : [], ruleNumbersOf)
  return { ...gathered, refusal: isFeasible ? null : violations.map(({ message }) => message).join('；') }
}

/** Pinned versions where there are any, otherwise the latest ready ones. */
async function versionsOf(db: Db, { id, questionIds }: { id: string; questionIds: string[] }): Promise<Map<string, string>> {
  const pinned = await selectPinned(db, id)
  if (pinned.length > 0) return new Map(pinned.map(({ questionId, versionId }) => [questionId, versionId]))
  const ready = await latestReadyVersions(db, questionIds)
  return new Map(ready.map(({ questionId, versionId }) => [questionId, versionId]))
}
