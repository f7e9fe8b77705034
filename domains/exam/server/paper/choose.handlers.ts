import { protocolErrors } from '@kaopei/contract'
import { paperErrors } from '@kaopei/paper/contract/errors'
import type { PaperEntry } from '@kaopei/paper/contract/paper'
import { checkDrawRules, mergedEntries, readPaper, writePaper } from '@kaopei/paper/server'
import { showing } from '@kaopei/question/server'
import { type Actor, type Context, type Handlers, implement, mayUse } from '@kaopei/server'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examPaper } from '../../contract/exam-paper.ts'
import { examManage } from '../../contract/menus.ts'
import { lockedExam, valuesOf, withPassScore } from '../exam.service.ts'
import { type ExamRow, findExam, updateExam } from '../exam.sql.ts'
import { previewPaper } from './preview.service.ts'

const handlers: Handlers<typeof examPaper> = {
  list: async ({ examinationId }, { db, fail }) => {
    const found = await findExam(db, examinationId)
    if (!found) return fail(protocolErrors.notFound)
    return { version: found.version, ...(await readPaper(db, found.paperId)) }
  },

  save: async ({ examinationId, version, questions }, context) => {
    const { db, now, scope } = context
    const exam = await lockedExam(db, { id: examinationId, version, scope, now })
    return changePaper(exam, questions, context)
  },

  saveOrUpdate: async ({ examinationId, version, questions }, context) => {
    const { db, now, fail, scope } = context
    const exam = await lockedExam(db, { id: examinationId, version, scope, now })
    if (new Set(questions.map(({ questionId }) => questionId)).size < questions.length) return fail(paperErrors.sameQuestionTwice)
    return changePaper(exam, await mergedEntries(db, { paperId: exam.paperId }, questions), context)
  },

  checkDraw: (rules, { db }) => checkDrawRules(db, rules),

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
  { db, now, fail, record }: Pick<Context<typeof examPaper.save>, 'actor' | 'db' | 'now' | 'fail' | 'record'>,
) {
  if (exam.status !== examStatus.draft) return fail(examErrors.frozen, { text: '考试已发布，不能修改试题' })
  const sumScoreHundredths = await writePaper(db, { paperId: exam.paperId, fail }, entries)
  await updateExam(db, exam.id, withPassScore({ ...valuesOf(exam), sumScoreHundredths }), now)
  const [before, after] = [exam.sumScoreHundredths, sumScoreHundredths]
  record({
    targetId: exam.id,
    targetName: exam.name,
    before: { sumScore: before / 100 },
    after: { sumScore: after / 100, entryCount: entries.length },
  })
  return { version: exam.version + 1, ...(await readPaper(db, exam.paperId)) }
}
