/** Questions: lists, the editor's calls and what is done to many at once. */
import { asChange, endpoint, id, ids, instant, pageOf, pageQuery, rowVersion, score, scoreInput, text } from '@kaopei/contract'
import { z } from 'zod'
import { codeText, difficulty, questionStatus, questionTypeSchema, someOf } from './codes.ts'
import { questionErrors } from './errors.ts'
import { knowledgePointItem, knowledgePointName } from './knowledge-point.ts'
import { questionMenu, questionReaders } from './menus.ts'
import { questionContent } from './question-content.ts'
import { scoringRule } from './scoring-rule.ts'
import { hiddenKey, revealReason } from './without-key.ts'

export const questionRow = z.object({
  id,
  type: questionTypeSchema,
  /** The stem as plain text, at most 200 characters. */
  stemText: z.string(),
  title: z.string(),
  idNumber: z.string().nullable(),
  bankId: id,
  bankName: z.string(),
  difficulty: difficulty.schema,
  defaultScore: score,
  status: questionStatus.schema,
  /** A draft is waiting behind the version that exams use. */
  hasDraft: z.boolean(),
  knowledgePoints: z.array(knowledgePointItem),
  tags: z.array(z.string()),
  versionNumber: z.number().int(),
  updatedAt: instant,
  version: rowVersion,
})
export type QuestionRow = z.output<typeof questionRow>

export const questionFilter = z.object({
  text: text(100, '关键词').optional(),
  type: someOf(codeText(questionTypeSchema)).optional(),
  difficulty: someOf(codeText(difficulty.schema)).optional(),
  status: someOf(codeText(questionStatus.schema)).optional(),
  questionBankId: someOf(id).optional(),
  /** Categories with everything below them. */
  questionCategoryId: someOf(id).optional(),
  knowledgePointId: someOf(id).optional(),
})
export type QuestionFilter = z.output<typeof questionFilter>

const tag = text(20, '标签').min(1, '标签不能为空')

export const questionFields = z.object({
  bankId: id,
  /** 题目标识: unique in its bank; imports find the question again by it. */
  idNumber: text(60, '题目标识')
    .nullable()
    .transform((given) => given || null)
    .default(null),
  title: text(200, '标题').default(''),
  course: text(100, '课程').default(''),
  content: questionContent,
  rule: scoringRule,
  difficulty: difficulty.schema,
  defaultScore: scoreInput,
  knowledgePointIds: z.array(id).max(20, '最多 20 个知识点').default([]),
  /** Names of knowledge points that may not exist yet. */
  newKnowledgePoints: z.array(knowledgePointName).max(20).default([]),
  tags: z.array(tag).max(20, '最多 20 个标签').default([]),
  /** Draft: saved whatever is missing. Ready: every fault is told with its field. */
  status: z.union([z.literal(questionStatus.draft), z.literal(questionStatus.ready)]),
  /** Save although another question says the same. */
  isDuplicateAllowed: z.boolean().default(false),
})
export type QuestionFields = z.output<typeof questionFields>

/** `hasSameKey` is null while the other question's key is hidden: comparing would be a way of asking for it. */
const duplicate = z.object({ id, stemText: z.string(), bankName: z.string(), hasSameKey: z.boolean().nullable() })
/** So many are told; whoever has them finds any others in the list, by their stem. */
export const mostDuplicates = 100
/** What `questionErrors.duplicate` carries. */
export const duplicatesFound = z.object({ duplicates: z.array(duplicate) })
export type DuplicateQuestion = z.output<typeof duplicate>

const usage = z.object({
  examId: id,
  examName: z.string(),
  /** 0 draft, 1 published, 7 cancelled. */
  examStatus: z.number().int(),
})

const versionRow = z.object({
  id,
  number: z.number().int(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  isReady: z.boolean(),
  isLatest: z.boolean(),
  isUsed: z.boolean(),
})

const ruleVersionRow = z.object({ id, number: z.number().int(), checksum: z.string(), createdAt: instant, rule: scoringRule })

export const questionDetail = questionRow.extend({
  /** Not null: `content` is without what is right, and may not be saved so. */
  hiddenKey: hiddenKey.nullable(),
  course: z.string(),
  content: questionContent,
  rule: scoringRule,
  versions: z.array(versionRow),
  rules: z.array(ruleVersionRow),
  usedIn: z.array(usage),
})
export type QuestionDetail = z.output<typeof questionDetail>

export const removeImpact = z.object({
  usedCount: z.number().int(),
  /** Exams that are a draft or not over yet. */
  activeExamCount: z.number().int(),
  answerCount: z.number().int(),
  exams: z.array(usage),
})

const changedCount = z.object({ count: z.number().int() })

export const question = {
  list: endpoint({
    path: '/api/v1/exam/question/list',
    summary: '试题列表',
    access: questionReaders,
    audit: 'read',
    input: pageQuery.extend(questionFilter.shape),
    output: pageOf(questionRow),
  }),
  get: endpoint({
    path: '/api/v1/exam/question/get',
    summary: '试题详情',
    access: questionReaders,
    audit: 'read',
    input: z.object({ id }),
    output: questionDetail,
  }),
  version: endpoint({
    path: '/api/v1/exam/question/version',
    summary: '试题的一个历史版本',
    access: questionReaders,
    audit: 'read',
    input: z.object({ id, versionId: id }),
    output: z.object({ number: z.number().int(), hiddenKey: hiddenKey.nullable(), content: questionContent }),
  }),
  /** The question with what is right although an exam uses it that is not over: with a reason, which the log keeps. */
  reveal: endpoint({
    path: '/api/v1/exam/question/revealKey',
    summary: '查看考试中试题的答案',
    access: questionMenu.rights.edit,
    audit: { action: 'reveal', target: 'question' },
    input: z.object({ id, reason: revealReason }),
    output: questionDetail,
  }),
  create: endpoint({
    path: '/api/v1/exam/question/create',
    summary: '新增试题',
    access: questionMenu.rights.edit,
    audit: { action: 'create', target: 'question' },
    input: questionFields,
    output: z.object({ id, version: rowVersion }),
    errors: [questionErrors.idNumberTaken, questionErrors.duplicate, questionErrors.programmingOff],
    bodyLimit: 4 * 1024 * 1024,
  }),
  modify: endpoint({
    path: '/api/v1/exam/question/modify',
    summary: '修改试题',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'question' },
    input: z.object({ id, version: rowVersion, ...asChange(questionFields.shape) }),
    output: z.object({ id, version: rowVersion, versionNumber: z.number().int() }),
    errors: [
      questionErrors.idNumberTaken,
      questionErrors.duplicate,
      questionErrors.typeFixed,
      questionErrors.keyHidden,
      questionErrors.programmingOff,
    ],
    bodyLimit: 4 * 1024 * 1024,
  }),
  checkDuplicate: endpoint({
    path: '/api/v1/exam/question/checkDuplicate',
    summary: '查找内容相同的试题',
    access: questionMenu.rights.edit,
    audit: 'read',
    input: z.object({ content: questionContent, exceptId: id.nullish() }),
    output: z.array(duplicate),
    bodyLimit: 4 * 1024 * 1024,
  }),
  copy: endpoint({
    path: '/api/v1/exam/question/copy',
    summary: '复制试题',
    access: questionMenu.rights.edit,
    audit: { action: 'create', target: 'question' },
    /** Into the same bank when none is named. The copies are drafts. */
    input: z.object({ ids, bankId: id.nullish() }),
    output: z.object({ ids: z.array(id) }),
    errors: [questionErrors.keyHidden],
  }),
  move: endpoint({
    path: '/api/v1/exam/question/move',
    summary: '移动试题到题库',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'question' },
    input: z.object({ ids, bankId: id }),
    output: changedCount,
    errors: [questionErrors.idNumberTaken],
  }),
  changeStatus: endpoint({
    path: '/api/v1/exam/question/changeStatus',
    summary: '设置试题状态',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'question' },
    input: z.object({ ids, status: questionStatus.schema }),
    output: changedCount,
    errors: [questionErrors.notReady],
  }),
  modifyDifficulty: endpoint({
    path: '/api/v1/exam/question/modifyDifficulty',
    summary: '批量设置难度',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'question' },
    input: z.object({ ids, difficulty: difficulty.schema }),
    output: changedCount,
  }),
  modifyKnowledge: endpoint({
    path: '/api/v1/exam/question/modifyKnowledge',
    summary: '批量设置知识点',
    access: questionMenu.rights.edit,
    audit: { action: 'update', target: 'question' },
    input: z
      .object({
        ids,
        mode: z.enum(['add', 'replace', 'remove']),
        knowledgePointIds: z.array(id).max(20, '最多 20 个知识点').optional(),
        /** Beside them. */
        newKnowledgePoints: z.array(knowledgePointName).max(20).optional(),
      })
      // Whoever means that none shall be left says so by an empty list.
      .refine(({ knowledgePointIds, newKnowledgePoints }) => (knowledgePointIds ?? newKnowledgePoints) !== undefined, {
        error: '请选择知识点',
        path: ['knowledgePointIds'],
      }),
    output: changedCount,
  }),
  removeImpact: endpoint({
    path: '/api/v1/exam/question/removeImpact',
    summary: '删除试题的影响',
    access: questionReaders,
    audit: 'read',
    input: z.object({ ids }),
    output: removeImpact,
  }),
  remove: endpoint({
    path: '/api/v1/exam/question/remove',
    summary: '删除试题',
    access: questionMenu.rights.remove,
    audit: { action: 'delete', target: 'question' },
    input: z.object({ ids, isConfirmed: z.boolean().default(false) }),
    output: changedCount,
    errors: [questionErrors.inUse],
  }),
}
