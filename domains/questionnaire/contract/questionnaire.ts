/** Questionnaires as their makers see them. */
import { endpoint, id, instant, instantInput, lineText, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { audienceMode, questionnaireStatus } from './codes.ts'
import { definition, questionEntry } from './definition.ts'
import { questionnaireErrors } from './errors.ts'
import { questionnaireMenu } from './menus.ts'
import { editorFault } from './rules/editor-faults.ts'

const { rights } = questionnaireMenu
export const questionnaireAuthors = [rights.edit, rights.add] as const
const base = '/api/v1/questionary'

const name = lineText(100, '问卷名称').min(1, '请输入问卷名称')

const facts = {
  name: z.string(),
  /** Html, cleaned. */
  information: z.string(),
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  isAnonymous: z.boolean(),
  audienceMode: audienceMode.schema,
  isChangeable: z.boolean(),
  /** Whom it rates: figures of its ratings go to the instructor's page. */
  instructorId: id.nullable(),
}

const listed = z.object({
  id,
  questionnaireId: id,
  name: z.string(),
  /** 0 draft, 4, 5, 6 by the clock, 2 closed by hand. */
  status: questionnaireStatus.schema,
  isAnonymous: z.boolean(),
  audienceMode: audienceMode.schema,
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  questionCount: z.int(),
  /** Who takes part: has handed in or, of an anonymous one, got a ticket; and sheets by links. Of a named one the people of the caller's data scope. */
  answeredCount: z.int(),
  /** Sheets that have come; of a named one within the data scope too. */
  receivedCount: z.int(),
  /** Nobody has answered, in whatever scope. */
  mayDelete: z.boolean(),
  creatorName: z.string().nullable(),
  createTime: instant,
  updateTime: instant,
  version: rowVersion,
})
export type QuestionnaireRow = z.output<typeof listed>

const detail = z.object({
  id,
  questionnaireId: id,
  version: rowVersion,
  status: questionnaireStatus.schema,
  ...facts,
  instructorName: z.string().nullable(),
  definition,
  quesQuestionCreateReqDTOS: z.array(questionEntry),
  /** Addresses of the pictures in it, by file. */
  pictureUrls: z.record(z.string(), z.string()),
  /** How many sheets each quota has, by its id. */
  quotaCounts: z.record(z.string(), z.int()),
  /** Counts are of the caller's data scope, which is not everybody. */
  isOfScope: z.boolean(),
  answeredCount: z.int(),
  receivedCount: z.int(),
  /** Nobody has answered, in whatever scope. */
  mayDelete: z.boolean(),
  /** Of an anonymous one: handed in and not yet among the results; those that the server's secret does not open are apart. */
  waitingCount: z.int(),
  unopenedCount: z.int(),
  /** Nobody waits for the latter any more. */
  leavesSealed: z.boolean(),
  creatorName: z.string().nullable(),
  createTime: instant,
  updateTime: instant,
  publishTime: instant.nullable(),
  closeTime: instant.nullable(),
})
export type QuestionnaireDetail = z.output<typeof detail>

const changed = z.object({ id, questionnaireId: id, version: rowVersion })

/** None has a default: what is absent stays as it is, and of a new one it is empty, named, for every employee and not changeable. */
export const questionnaireFields = {
  name,
  information: text(20_000, '说明').optional(),
  admissionStartTime: instantInput.nullish(),
  admissionEndTime: instantInput.nullish(),
  isAnonymous: z.boolean().optional(),
  audienceMode: audienceMode.schema.optional(),
  /** Answers may be changed until the end; never of anonymous ones. */
  isChangeable: z.boolean().optional(),
  /** An instructor whom it rates. */
  instructorId: id.nullish(),
}

/** Ready-made ones to begin with. */
export const templateKeys = ['training', 'instructor', 'needs', 'satisfaction'] as const
export const templateLabels = {
  training: '培训效果反馈',
  instructor: '讲师评价',
  needs: '培训需求调查',
  satisfaction: '员工满意度',
} as const satisfies Record<(typeof templateKeys)[number], string>

export const questionnaire = {
  /** Without an id it makes a draft; with one it saves over the version that was read. What is absent stays as it is. */
  addOrUpdate: endpoint({
    path: `${base}/addOrUpdate`,
    summary: '保存问卷',
    access: questionnaireAuthors,
    audit: { action: 'save', target: 'questionnaire' },
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({
      questionnaireId: id.nullish(),
      version: rowVersion.optional(),
      ...questionnaireFields,
      quesQuestionCreateReqDTOS: z.array(questionEntry).max(300, '题目过多').optional(),
      /** A new one made of a template. */
      template: z.enum(templateKeys).optional(),
    }),
    output: changed,
    errors: [
      questionnaireErrors.timesInverted,
      questionnaireErrors.frozen,
      questionnaireErrors.notDraft,
      questionnaireErrors.idsChanged,
      questionnaireErrors.pictureRefused,
      questionnaireErrors.overForGood,
      questionnaireErrors.faulty,
      questionnaireErrors.instructorMissing,
    ],
  }),
  list: endpoint({
    path: `${base}/list`,
    summary: '问卷列表',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      name: text(100, '问卷名称').optional(),
      status: z.coerce.number().pipe(questionnaireStatus.schema).optional(),
      isAnonymous: z.boolean().optional(),
      audienceMode: z.coerce.number().pipe(audienceMode.schema).optional(),
      /** Those to which a task of a course or project may lead: published, not over, answered with an account. */
      isForTasks: z.boolean().optional(),
    }),
    output: pageOf(listed),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '问卷详情',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ id }),
    output: detail,
  }),
  /** A draft takes anything that is well-formed; of a published one the words alone may differ. */
  saveDefinition: endpoint({
    path: `${base}/saveDefinition`,
    summary: '保存问卷题目',
    access: questionnaireAuthors,
    audit: { action: 'saveDefinition', target: 'questionnaire' },
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({ id, version: rowVersion, definition }),
    output: changed,
    errors: [
      questionnaireErrors.notDraft,
      questionnaireErrors.idsChanged,
      questionnaireErrors.pictureRefused,
      questionnaireErrors.faulty,
    ],
  }),
  /** What stands in the way of publishing. */
  checks: endpoint({
    path: `${base}/checks`,
    summary: '检查问卷',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({ faults: z.array(editorFault) }),
  }),
  publish: endpoint({
    path: `${base}/publish`,
    summary: '发布问卷',
    access: rights.publish,
    audit: { action: 'publish', target: 'questionnaire' },
    input: z.object({
      id,
      version: rowVersion.optional(),
      /** Nobody is chosen: tasks of courses and projects alone lead people here. */
      isForTasks: z.boolean().default(false),
    }),
    output: changed,
    errors: [
      questionnaireErrors.notDraft,
      questionnaireErrors.faulty,
      questionnaireErrors.endPast,
      questionnaireErrors.noAudience,
    ],
  }),
  /** Nobody answers any more; for good. */
  close: endpoint({
    path: `${base}/close`,
    summary: '结束问卷',
    access: rights.publish,
    audit: { action: 'close', target: 'questionnaire' },
    input: z.object({ id }),
    output: changed,
    errors: [questionnaireErrors.notPublished, questionnaireErrors.alreadyClosed],
  }),
  /** Of an anonymous one that is over: sheets that were sealed with another secret are waited for no longer; they stay sealed. */
  leaveSealed: endpoint({
    path: `${base}/leaveSealed`,
    summary: '不再等待打不开的答卷',
    access: rights.publish,
    audit: { action: 'leaveSealed', target: 'questionnaire' },
    input: z.object({ id }),
    errors: [questionnaireErrors.notOver, questionnaireErrors.noneUnopened],
  }),
  /** A draft with the same questions; without people and answers. */
  copy: endpoint({
    path: `${base}/copy`,
    summary: '复制问卷',
    access: rights.add,
    audit: { action: 'copy', target: 'questionnaire' },
    input: z.object({ id, name: name.optional() }),
    output: changed,
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除问卷',
    access: rights.remove,
    audit: { action: 'delete', target: 'questionnaire' },
    input: z.object({ id }),
    errors: [questionnaireErrors.hasAnswers],
  }),
  templates: endpoint({
    path: `${base}/templates`,
    summary: '问卷模板',
    access: rights.view,
    audit: 'read',
    output: z.array(z.object({ key: z.enum(templateKeys), name: z.string(), information: z.string(), definition })),
  }),
}
