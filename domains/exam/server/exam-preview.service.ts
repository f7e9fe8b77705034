/** The paper as its organiser looks at it: fixed questions, and an example of what the rules draw. */
import { protocolErrors } from '@kaopei/contract'
import { questionContent, questionTypeOrder } from '@kaopei/question/contract/content'
import { type HiddenKey, withoutKey } from '@kaopei/question/contract/without-key'
import { hiddenKeysOf, latestReadyVersions, ruleNumbersOf } from '@kaopei/question/server'
import { type Db, Failure } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import { proveRules } from './draw-proof.ts'
import { type ExamRow, findExam } from './exam.sql.ts'
import { admittedBy, streamPinned, streamPool } from './exam-draw.sql.ts'
import { gatherPool, listedNumbers } from './exam-draw.ts'
import { type RuleRow, selectContents, selectFixed, selectRules } from './exam-paper.sql.ts'
import { selectPinned } from './publish.sql.ts'
import { asWritten, drawPaper } from './rules/draw-paper.ts'
import { type Showing, storedWithPictures } from './shown-pictures.ts'

type Shown = { questionId: string; versionId: string; score: number; type: number; ruleNumber: number | null }

/** Whether whoever looks may see what is right: `told` once a reason was given for what is in use. */
interface Keys {
  readonly isAuthor: boolean
  readonly isTold: boolean
}

export async function previewPaper(
  db: Db,
  { companyId, id, now, pictures, keys }: { companyId: string; id: string; now: Date; pictures: Showing; keys: Keys },
) {
  const exam = await findExam(db, companyId, id)
  if (!exam) throw new Failure(protocolErrors.notFound)
  const fixed = await selectFixed(db, companyId, id)
  const rules = await selectRules(db, companyId, id)
  const versions = await versionsOf(db, companyId, { id, questionIds: fixed.map(({ questionId }) => questionId) })
  const shown: Shown[] = fixed.flatMap(({ questionId, type, scoreHundredths }) => {
    const versionId = versions.get(questionId)
    return versionId ? [{ questionId, versionId, type, score: scoreHundredths, ruleNumber: null }] : []
  })
  const excludedIds = fixed.map(({ questionId }) => questionId)
  const { pool, questions, refusal } = await poolToShow(db, { companyId, exam, rules, excludedIds })
  const drawn = refusal === null ? drawPaper(pool, `${id}:${now.getTime()}`) : []
  const displayOrder: readonly (number | undefined)[] = questionTypeOrder
  const typePlace = ({ questionId }: { questionId: string }) => displayOrder.indexOf(questions.get(questionId)?.type)
  for (const { questionId, ruleIndex } of asWritten(drawn ?? [], typePlace)) {
    const one = questions.get(questionId)
    if (!one) continue
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
        companyId,
        shown.map(({ versionId }) => versionId),
      )
    ).map((row) => [row.versionId, row.content]),
  )
  const questionIds = shown.map(({ questionId }) => questionId)
  const isAuthor = keys.isAuthor || keys.isTold
  const hiddenOf = keys.isTold ? () => null : await hiddenKeysOf(db, { companyId, questionIds, isAuthor, now })
  const shownContent = (versionId: string, hidden: HiddenKey | null) => {
    const content = contents.get(versionId)
    return storedWithPictures(hidden === null ? content : withoutKey(questionContent.parse(content)), pictures)
  }
  return {
    name: exam.name,
    information: exam.information,
    admissionStartTime: exam.openAt,
    duration: exam.limitMinutes,
    sumScore: exam.sumScoreHundredths,
    questions: shown.map((one, index) => ({
      ...one,
      slot: index + 1,
      hiddenKey: hiddenOf(one.questionId),
      content: shownContent(one.versionId, hiddenOf(one.questionId)),
    })),
    drawMessage: refusal,
  }
}

type PoolWish = { companyId: string; exam: ExamRow; rules: readonly RuleRow[]; excludedIds: readonly string[] }

/** The pinned pool after publishing, before that what the rules admit now; `refusal`: why nothing can be drawn. */
async function poolToShow(db: Db, { companyId, exam, rules, excludedIds }: PoolWish) {
  const counts = rules.map(({ count }) => count)
  if (exam.status !== examStatus.draft)
    return { ...(await gatherPool(counts, streamPinned(db, companyId, exam.id), listedNumbers)), refusal: null }
  const pool = admittedBy({ companyId, filters: rules.map(({ filter }) => filter), excludedIds })
  const { isFeasible, violations } = await proveRules(db, companyId, { counts, pool })
  const gathered = await gatherPool(counts, isFeasible ? streamPool(db, pool) : [], ruleNumbersOf)
  return { ...gathered, refusal: isFeasible ? null : violations.map(({ message }) => message).join('；') }
}

/** Pinned versions after publishing, the latest ready ones before. */
async function versionsOf(
  db: Db,
  companyId: string,
  { id, questionIds }: { id: string; questionIds: string[] },
): Promise<Map<string, string>> {
  const pinned = await selectPinned(db, companyId, id)
  if (pinned.length > 0) return new Map(pinned.map(({ questionId, versionId }) => [questionId, versionId]))
  const ready = await latestReadyVersions(db, companyId, questionIds)
  return new Map(ready.map(({ questionId, versionId }) => [questionId, versionId]))
}
