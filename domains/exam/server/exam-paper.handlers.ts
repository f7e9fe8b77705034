import { protocolErrors } from '@kaopei/contract'
import { type Actor, type Context, type Db, type Handlers, implement, mayUse } from '@kaopei/server'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { examPaper, type PaperEntry } from '../contract/exam-paper.ts'
import { examManage } from '../contract/menus.ts'
import { proveRules } from './draw-proof.ts'
import { lockedExam, valuesOf, withPassScore } from './exam.service.ts'
import { type ExamRow, findExam, updateExam } from './exam.sql.ts'
import { admittedBy } from './exam-draw.sql.ts'
import { mergedEntries, totalOf, writePaper } from './exam-paper.service.ts'
import { selectFixed, selectRules } from './exam-paper.sql.ts'
import { previewPaper } from './exam-preview.service.ts'
import { showing } from './shown-pictures.ts'

const handlers: Handlers<typeof examPaper> = {
  list: async ({ examinationId }, { actor, db, fail }) => {
    const found = await findExam(db, actor.companyId, examinationId)
    if (!found) return fail(protocolErrors.notFound)
    return readPaper(db, { companyId: actor.companyId, examId: examinationId, version: found.version })
  },

  save: async ({ examinationId, version, questions }, context) => {
    const { actor, db, now, scope } = context
    const exam = await lockedExam(db, { companyId: actor.companyId, id: examinationId, version, scope, now })
    return changePaper(exam, questions, context)
  },

  saveOrUpdate: async ({ examinationId, version, questions }, context) => {
    const { actor, db, now, fail, scope } = context
    const { companyId } = actor
    const exam = await lockedExam(db, { companyId, id: examinationId, version, scope, now })
    if (new Set(questions.map(({ questionId }) => questionId)).size < questions.length) return fail(examErrors.sameQuestionTwice)
    return changePaper(exam, await mergedEntries(db, { companyId, examId: examinationId }, questions), context)
  },

  checkDraw: async ({ rules, fixedQuestionIds }, { actor, db }) => {
    const { companyId } = actor
    const filters = rules.map(({ filter }) => filter)
    const pool = admittedBy({ companyId, filters, excludedIds: fixedQuestionIds })
    const counts = rules.map(({ count }) => count)
    const { isFeasible, available, violations } = await proveRules(db, companyId, { counts, pool })
    return { isFeasible, available, violations }
  },

  preview: async ({ examinationId }, { actor, db, now, services }) =>
    previewPaper(db, {
      companyId: actor.companyId,
      id: examinationId,
      now,
      pictures: showing(services, actor.companyId),
      keys: { isAuthor: isPaperAuthor(actor), isTold: false },
    }),

  reveal: async ({ examinationId: id, reason }, { actor, db, now, record, services }) => {
    const keys = { isAuthor: true, isTold: true }
    const pictures = showing(services, actor.companyId)
    const shown = await previewPaper(db, { companyId: actor.companyId, id, now, pictures, keys })
    record({ targetId: id, targetName: shown.name, reason })
    return shown
  },
}

function isPaperAuthor(actor: Actor): boolean {
  return mayUse(actor, examManage.rights.edit.code) || mayUse(actor, examManage.rights.add.code)
}

export const examPaperEndpoints = implement(examPaper, handlers)

async function changePaper(
  exam: ExamRow,
  entries: readonly PaperEntry[],
  { actor, db, now, fail, record }: Pick<Context<typeof examPaper.save>, 'actor' | 'db' | 'now' | 'fail' | 'record'>,
) {
  const { companyId } = actor
  if (exam.status !== examStatus.draft) return fail(examErrors.frozen, { text: '考试已发布，不能修改试题' })
  const sumScoreHundredths = await writePaper(db, { companyId, examId: exam.id, fail }, entries)
  await updateExam(db, companyId, exam.id, withPassScore({ ...valuesOf(exam), sumScoreHundredths }), now)
  const [before, after] = [exam.sumScoreHundredths, sumScoreHundredths]
  record({
    targetId: exam.id,
    targetName: exam.name,
    before: { sumScore: before / 100 },
    after: { sumScore: after / 100, entryCount: entries.length },
  })
  return readPaper(db, { companyId, examId: exam.id, version: exam.version + 1 })
}

async function readPaper(db: Db, { companyId, examId, version }: { companyId: string; examId: string; version: number }) {
  const fixed = await selectFixed(db, companyId, examId)
  const rules = await selectRules(db, companyId, examId)
  return {
    version,
    fixed: fixed.map((row) => ({ ...row, score: row.scoreHundredths })),
    rules: rules.map((row) => ({ ...row, score: row.scoreHundredths })),
    sumScore: totalOf({ fixed, rules }),
    questionCount: rules.reduce((sum, { count }) => sum + count, fixed.length),
  }
}
