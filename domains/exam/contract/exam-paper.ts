/** The paper of an exam: fixed questions and drawing rules (step 1 of the wizard). */
import { endpoint, id, instant, optionalIds, requiredText, rowVersion, score, scoreInput } from '@kaopei/contract'
import { drawFilter } from '@kaopei/question/contract/draw-filter'
import { hiddenKey, revealReason } from '@kaopei/question/contract/without-key'
import { z } from 'zod'
import { paperPart } from './exam-codes.ts'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const fixedQuestion = z.object({
  questionType: z.literal(paperPart.fixed),
  questionId: id,
  /** The question's own type; the server knows it, clients of the specification send it. */
  type: z.number().int().min(1).max(7).optional(),
  /** What the question is worth by itself unless said. */
  score: scoreInput.optional(),
})
const randomQuestions = z.object({
  questionType: z.literal(paperPart.random),
  type: z.number().int().min(1).max(7).optional(),
  filter: drawFilter,
  count: z.number('请输入抽题数').int('抽题数须为整数').min(1, '抽题数至少为 1').max(500, '一条规则最多抽 500 题'),
  score: scoreInput,
})
/** One entry of `questions` in the exam save payload: a fixed question, or a rule that draws some. Their order is the paper's. */
export const paperEntry = z.discriminatedUnion('questionType', [fixedQuestion, randomQuestions])
export type PaperEntry = z.output<typeof paperEntry>
/** Every start draws them, and every candidate gets them at once. */
const mostQuestions = 1000
export const mostRules = 50
const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const tooManyQuestions = `一份试卷最多 ${mostQuestions} 题，请减少抽题数或固定题目`
export const tooManyRules = `最多 ${mostRules} 条抽题规则`
export const paperEntries = z
  .array(paperEntry)
  .max(mostQuestions, tooManyQuestions)
  .refine((entries) => entries.filter((entry) => entry.questionType === paperPart.random).length <= mostRules, tooManyRules)
  .refine(
    (entries) => totalOf(entries.map((entry) => (entry.questionType === paperPart.random ? entry.count : 1))) <= mostQuestions,
    tooManyQuestions,
  )

const fixedRow = z.object({
  slot: z.number().int(),
  questionId: id,
  type: z.number().int(),
  stemText: z.string(),
  difficulty: z.number().int(),
  bankName: z.string(),
  score,
  /** Fit for use; after publishing always true, for then its version is pinned. */
  isReady: z.boolean(),
})
const ruleRow = z.object({
  number: z.number().int(),
  filter: drawFilter,
  count: z.number().int(),
  score,
})
export const paper = z.object({
  version: z.number().int(),
  fixed: z.array(fixedRow),
  rules: z.array(ruleRow),
  sumScore: score,
  questionCount: z.number().int(),
})

const violation = z.object({
  ruleIndexes: z.array(z.number().int()),
  needed: z.number().int(),
  available: z.number().int(),
  message: z.string(),
})

/** A question as the organiser looks at it before publishing, with its answer. */
const previewQuestion = z.object({
  slot: z.number().int(),
  questionId: id,
  type: z.number().int(),
  score,
  /** Without what is right where `hiddenKey` says why. */
  content: z.unknown(),
  hiddenKey: hiddenKey.nullable(),
  /** Drawn by the rule of this number as an example; null: fixed. */
  ruleNumber: z.number().int().nullable(),
})

const preview = z.object({
  name: z.string(),
  information: z.string(),
  admissionStartTime: instant.nullable(),
  duration: z.number().int().nullable(),
  sumScore: score,
  questions: z.array(previewQuestion),
  /** Why no example could be drawn. */
  drawMessage: z.string().nullable(),
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
    errors: [examErrors.frozen, examErrors.sameQuestionTwice, examErrors.unknownQuestion],
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
    errors: [examErrors.frozen, examErrors.sameQuestionTwice, examErrors.unknownQuestion],
  }),
  /** The proof that the rules can be met together, for rules that need not be saved yet. */
  checkDraw: endpoint({
    path: '/api/v1/exam/examination/checkDrawRule',
    summary: '检查抽题规则能否满足',
    access: [examManage.rights.view],
    atOnce: 3,
    audit: 'read',
    input: z.object({
      rules: z
        .array(z.object({ filter: drawFilter, count: z.number().int().min(0).max(500) }))
        .max(mostRules, tooManyRules)
        .refine((rules) => totalOf(rules.map(({ count }) => count)) <= mostQuestions, tooManyQuestions),
      /** Fixed questions of the paper: never drawn again. */
      fixedQuestionIds: optionalIds,
    }),
    output: z.object({
      isFeasible: z.boolean(),
      /** Questions that each rule alone could draw. */
      available: z.array(z.number().int()),
      violations: z.array(violation),
    }),
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
