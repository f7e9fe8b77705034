/** The paper of an exam: fixed questions and drawing rules (step 1 of the wizard). */
import { endpoint, id, instant, requiredText, rowVersion, score, scoreInput } from '@kaopei/contract'
import { paperErrors } from '@kaopei/paper/contract/errors'
import { drawCheck, drawCheckInput, paperEntries, paperExample, paperParts } from '@kaopei/paper/contract/paper'
import { revealReason } from '@kaopei/question/contract/without-key'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const paper = paperParts.extend({ version: z.number().int() })

const preview = paperExample.extend({
  name: z.string(),
  information: z.string(),
  admissionStartTime: instant.nullable(),
  duration: z.number().int().nullable(),
  sumScore: score,
})
export type PaperPreview = z.output<typeof preview>

export const examPaper = {
  list: endpoint({
    path: '/api/v1/exam/examination/listExaminationQuestion',
    summary: '考试的试题与抽题规则',
    access: examManage.rights.view,
    audit: 'read',
    input: z.object({ examinationId: id }),
    output: paper,
  }),
  /** Replaces the whole selection. */
  save: endpoint({
    path: '/api/v1/exam/examination/saveExamQuestion',
    summary: '保存考试的全部试题与抽题规则',
    access: [examManage.rights.edit, examManage.rights.add],
    audit: { action: 'update', target: 'examPaper' },
    scope: 'department',
    input: z.object({ examinationId: id, version: rowVersion, questions: paperEntries }),
    output: paper,
    errors: [examErrors.frozen, paperErrors.sameQuestionTwice, paperErrors.unknownQuestion],
  }),
  /** Adds fixed questions, or changes the scores of those that are there; all others stay. */
  saveOrUpdate: endpoint({
    path: '/api/v1/exam/examination/saveOrUpdateExaminationQuestion',
    summary: '添加固定试题或修改其分值',
    access: [examManage.rights.edit, examManage.rights.add],
    audit: { action: 'update', target: 'examPaper' },
    scope: 'department',
    input: z.object({
      examinationId: id,
      version: rowVersion,
      questions: z
        .array(z.object({ questionId: id, type: z.number().int().optional(), score: scoreInput.optional() }))
        .min(1, '请至少选择一道试题')
        .max(1000),
    }),
    output: paper,
    errors: [examErrors.frozen, paperErrors.sameQuestionTwice, paperErrors.unknownQuestion],
  }),
  /** The proof that the rules can be met together, for rules that need not be saved yet. */
  checkDraw: endpoint({
    path: '/api/v1/exam/examination/checkDrawRule',
    summary: '检查抽题规则能否满足',
    access: [examManage.rights.view],
    atOnce: 3,
    audit: 'read',
    input: drawCheckInput,
    output: drawCheck,
  }),
  /** One whole paper as a candidate might get it: fixed questions and an example of each draw. */
  preview: endpoint({
    path: '/api/v1/exam/examination/previewPaper',
    summary: '预览试卷',
    access: examManage.rights.view,
    atOnce: 3,
    audit: 'read',
    input: z.object({ examinationId: id }),
    output: preview,
  }),
  /** The same with what is right although the exam, or another one with its questions, is not over: with a reason, which the log keeps. */
  reveal: endpoint({
    path: '/api/v1/exam/examination/revealPaperKeys',
    summary: '查看考试中试卷的答案',
    access: [examManage.rights.edit, examManage.rights.add],
    atOnce: 3,
    audit: { action: 'reveal', target: 'exam' },
    input: z.object({ examinationId: id, reason: revealReason }),
    output: preview,
  }),
}

export const examName = requiredText(100, '考试名称')
