/** What is in a course, as its makers write it. A course on the shelf is changed in a draft of its own; `publishing.ts` has what becomes of it. */
import { asChange, endpoint, id, recordOf, requiredText, rowVersion, text } from '@kaopei/contract'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { z } from 'zod'
import { courseAuthors } from './course.ts'
import { courseErrors } from './errors.ts'
import { courseManager } from './menus.ts'
import { attemptRule, conditions, givenConditions, practiceRule, taskKind, unlockOrder } from './outline.ts'

const { rights } = courseManager
const base = '/api/v1/course'

export const mostChapters = 100
export const mostTasks = 1000

const linkUrl = z.url({ protocol: /^https?$/, error: '链接应以 http:// 或 https:// 开头' }).max(2000, '链接过长')

/** Fields of a task that every kind has. */
const taskFields = {
  isRequired: z.boolean().default(true),
  weight: z.int('权重应为整数').min(0, '权重不能小于 0').max(1000, '权重最大 1000').default(1),
  conditions: givenConditions.default([]),
}

/** A task as it is written. `rule` by its kind: see `coursewareRule`, `attemptRule`, `practiceRule`, `articleRule`; what is not given takes the usual. */
export const taskInput = z.object({
  id: id.optional(),
  kind: taskKind,
  /** Of a courseware, exam, practice or questionnaire it may be left out: then the target's own. */
  title: text(200, '任务名称').optional(),
  targetId: id.nullish(),
  rule: recordOf(z.string().max(40), z.union([z.number(), z.boolean(), z.string().max(40), z.null()]), 20).default({}),
  /** Of an article. */
  html: text(200_000, '正文').optional(),
  /** Of a link. */
  url: linkUrl.optional(),
  ...taskFields,
})
export type TaskInput = z.output<typeof taskInput>
/** A task that is there already, or a new one: of the former what is left out stays as it is. */
const taskChange = z.object(asChange(taskInput.shape))
export type TaskChange = z.output<typeof taskChange>

export const chapterFields = {
  title: requiredText(200, '章节名称'),
  descript: text(2000, '章节说明').default(''),
  conditions: givenConditions.default([]),
}

export const outlineTask = z.object({
  id,
  chapterId: id,
  title: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  targetId: id.nullable(),
  isRequired: z.boolean(),
  weight: z.int(),
  rule: z.unknown(),
  conditions,
  html: z.string().nullable(),
  url: z.string().nullable(),
  /** Of a courseware that is there, else null. */
  coursewareType: coursewareType.schema.nullable(),
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  /** Why its content cannot be used now; null: it can. */
  refusal: z.string().nullable(),
})
export type OutlineTaskRow = z.output<typeof outlineTask>

const chapterFacts = { id, title: z.string(), descript: z.string(), conditions }
export const outlineChapter = z.object({ ...chapterFacts, tasks: z.array(outlineTask) })

const outlineFacts = {
  courseId: id,
  courseName: z.string(),
  /** Of the course: every change of the outline counts it up. */
  version: rowVersion,
  /** Shown is what is being written; false: what learners see, and a change begins with the first save. */
  isDraft: z.boolean(),
  /** Bought: nothing of it can be changed. */
  isFixed: z.boolean(),
  unlockOrder,
}
export const courseOutline = z.object({ ...outlineFacts, chapters: z.array(outlineChapter) })
export type CourseOutline = z.output<typeof courseOutline>

/** Every change says from which version of the course it was made; without it, it is made whatever happened since. */
const of = { courseId: id, version: rowVersion.optional() }
const changed = z.object({ version: rowVersion })
const audit = { action: 'changeOutline', target: 'course' } as const
const common = { access: courseAuthors, audit } as const
const refusals = [courseErrors.lockCircle, courseErrors.boughtFixed, courseErrors.tooLarge, courseErrors.unknownTask] as const

export const courseOutlineCalls = {
  courseChapterList: endpoint({
    path: `${base}/courseChapterList`,
    summary: '课程目录',
    access: rights.view,
    audit: 'read',
    /** `isPublished`: what learners see, whatever is being written. */
    input: z.object({ courseId: id, isPublished: z.boolean().default(false) }),
    output: courseOutline,
  }),
  courseChapterListNoDetail: endpoint({
    path: `${base}/courseChapterListNoDetail`,
    summary: '课程章节',
    access: rights.view,
    audit: 'read',
    input: z.object({ courseId: id, isPublished: z.boolean().default(false) }),
    output: z.object({ ...outlineFacts, chapters: z.array(z.object({ ...chapterFacts, taskCount: z.int() })) }),
  }),
  courseChapterDetail: endpoint({
    path: `${base}/courseChapterDetail`,
    summary: '章节详情',
    access: rights.view,
    audit: 'read',
    input: z.object({ courseId: id, id }),
    output: outlineChapter.extend({ version: rowVersion }),
  }),
  /** Without an id a new chapter, behind the others. `tasks`, where given, are all it has, in their order; a task with an id stays that task, unless it becomes another kind or another courseware. */
  courseChapterEdit: endpoint({
    ...common,
    path: `${base}/courseChapterEdit`,
    summary: '保存章节',
    bodyLimit: 8 * 1024 * 1024,
    input: z.object({
      ...of,
      id: id.optional(),
      ...asChange(chapterFields),
      tasks: z.array(taskChange).max(200, '一章最多 200 个任务').optional(),
    }),
    output: z.object({ id, version: rowVersion, taskIds: z.array(id) }),
    errors: [courseErrors.targetRefused, ...refusals],
  }),
  courseChapterDelete: endpoint({
    ...common,
    path: `${base}/courseChapterDelete`,
    summary: '删除章节',
    input: z.object({ ...of, id }),
    output: changed,
    errors: refusals,
  }),
  deleteTask: endpoint({
    ...common,
    path: `${base}/deleteTask`,
    summary: '删除任务',
    input: z.object({ ...of, taskId: id }),
    output: changed,
    errors: refusals,
  }),
  /** A task into a chapter, or without one a chapter: before `beforeId`, else behind the others. */
  moveTask: endpoint({
    ...common,
    path: `${base}/moveTask`,
    summary: '移动任务或章节',
    input: z.object({ ...of, taskId: id.optional(), chapterId: id, beforeId: id.nullish() }),
    output: changed,
    errors: refusals,
  }),
  /** Adds an exam to a chapter or, with the task's id, changes it. */
  chapterExam: endpoint({
    ...common,
    path: `${base}/chapterExam`,
    summary: '添加或修改章节考试',
    input: z.object({
      ...of,
      chapterId: id,
      taskId: id.optional(),
      examId: id,
      title: text(200, '任务名称').optional(),
      rule: attemptRule.optional(),
      ...asChange(taskFields),
    }),
    output: z.object({ taskId: id, version: rowVersion }),
    errors: [courseErrors.targetRefused, ...refusals],
  }),
  /** Adds a practice to a chapter or, with the task's id, changes it. */
  taskPractice: endpoint({
    ...common,
    path: '/api/v1/courseTaskPractice/saveOrUpdate',
    summary: '添加或修改练习任务',
    input: z.object({
      ...of,
      chapterId: id,
      taskId: id.optional(),
      practiceId: id,
      title: text(200, '任务名称').optional(),
      rule: practiceRule.optional(),
      ...asChange(taskFields),
    }),
    output: z.object({ taskId: id, version: rowVersion }),
    errors: [courseErrors.targetRefused, ...refusals],
  }),
  /** The order in which chapters and tasks open, and what single ones wait for beside it. */
  unlockMode: endpoint({
    ...common,
    path: `${base}/unlockMode`,
    summary: '设置解锁方式',
    input: z.object({
      ...of,
      unlockOrder: unlockOrder.optional(),
      nodes: z
        .array(z.object({ id, conditions: givenConditions }))
        .max(mostTasks)
        .default([]),
    }),
    output: changed,
    errors: refusals,
  }),
}
