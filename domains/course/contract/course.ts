/** Courses as their makers see them: lists, facts, the shelf, copies. What is in them stands in `course-outline.ts`. */
import { asChange, dateInput, endpoint, id, instant, pageOf, pageQuery, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { courseSource, courseStatus, courseType, courseWaiting } from './codes.ts'
import { courseErrors } from './errors.ts'
import { courseManager } from './menus.ts'

const { rights } = courseManager
export const courseAuthors = [rights.edit, rights.add] as const
const base = '/api/v1/course'

/** Why a course cannot go on the shelf; `taskId` where one task is meant. */
export const courseFault = z.object({
  code: z.enum(['empty', 'emptyChapter', 'target', 'circle']),
  message: z.string(),
  taskId: id.nullable(),
})
export type CourseFault = z.output<typeof courseFault>

const courseFilter = {
  title: text(100, '课程名称').optional(),
  /** With everything below it. */
  categoryId: id.optional(),
  /** Part of the category's name. */
  categoryName: text(100, '分类名称').optional(),
  source: z.coerce.number().pipe(courseSource.schema).optional(),
  courseStatus: z.coerce.number().pipe(courseStatus.schema).optional(),
  /** Days of the company's clocks on which it was made, both included. */
  startDate: dateInput.optional(),
  endDate: dateInput.optional(),
}

export const courseRow = z.object({
  id,
  courseId: id,
  courseName: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  source: courseSource.schema,
  type: courseType.schema,
  courseStatus: courseStatus.schema,
  /** On the shelf or off it, with a change that is not published yet. */
  hasChange: z.boolean(),
  chapterCount: z.int(),
  taskCount: z.int(),
  /** Seconds of its films and sounds. */
  timeLength: z.int(),
  /** Who learns it, of those whom the caller sees. */
  learnerCount: z.int(),
  completedCount: z.int(),
  /** Who asked to join and waits for an answer. */
  askedCount: z.int(),
  /** How far they are on the average; null: nobody learns it. */
  percent: z.int().nullable(),
  creatorName: z.string().nullable(),
  createTime: instant,
  updateTime: instant,
  version: rowVersion,
})
export type CourseRow = z.output<typeof courseRow>

export const courseSort = z.enum(['createTime', 'updateTime', 'courseName'])

export const courseFields = {
  courseName: requiredText(100, '课程名称'),
  categoryId: id.nullable().default(null),
  /** Html of the editor; cleaned where it is kept. */
  descript: text(20_000, '课程介绍').default(''),
  /** A picture that the caller uploaded; the one that it has may stay. */
  coverFileId: id.nullable().default(null),
  /** An employee who stands by the course. */
  teacherId: id.nullable().default(null),
  type: courseType.schema.default(1),
  isJoinApproved: z.boolean().default(false),
  places: z.int('名额应为整数').min(1, '名额至少为 1').max(1_000_000, '名额过大').nullable().default(null),
  dueDays: z.int('天数应为整数').min(1, '至少 1 天').max(3650, '最多 3650 天').nullable().default(null),
  hasWatermark: z.boolean().default(false),
}

export const courseDetail = z.object({
  id,
  version: rowVersion,
  courseName: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  source: courseSource.schema,
  type: courseType.schema,
  courseStatus: courseStatus.schema,
  hasChange: z.boolean(),
  descript: z.string(),
  coverFileId: id.nullable(),
  coverUrl: z.string().nullable(),
  teacherId: id.nullable(),
  teacherName: z.string().nullable(),
  isJoinApproved: z.boolean(),
  places: z.int().nullable(),
  dueDays: z.int().nullable(),
  hasWatermark: z.boolean(),
  createTime: instant,
  updateTime: instant,
  shelfTime: instant.nullable(),
})
export type CourseDetail = z.output<typeof courseDetail>

const changed = z.object({ id, version: rowVersion })

export const course = {
  courseList: endpoint({
    path: `${base}/courseList`,
    summary: '课程列表',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      ...courseFilter,
      type: z.coerce.number().pipe(courseType.schema).optional(),
      /** Asked for is who the caller sees. */
      waiting: z.coerce.number().pipe(courseWaiting.schema).optional(),
      creatorName: text(50, '创建人').optional(),
      sortField: courseSort.optional(),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: pageOf(courseRow),
  }),
  /** The picker's list: without figures of people. */
  courseLibraryQuery: endpoint({
    path: `${base}/courseLibraryQuery`,
    summary: '选择课程',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend(courseFilter),
    output: pageOf(
      z.object({
        id,
        courseId: id,
        courseName: z.string(),
        categoryName: z.string().nullable(),
        source: courseSource.schema,
        courseStatus: courseStatus.schema,
        taskCount: z.int(),
        /** Seconds. */
        timeLength: z.int(),
        createTime: instant,
      }),
    ),
  }),
  getCourse: endpoint({
    path: `${base}/getCourse`,
    summary: '课程详情',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: courseDetail,
  }),
  /** Without an id it makes a course, a draft; with one it saves over the version that was read, and what is left out stays as it is. */
  courseEdit: endpoint({
    path: `${base}/courseEdit`,
    summary: '保存课程',
    access: courseAuthors,
    audit: { action: 'save', target: 'course' },
    input: z.object({ id: id.optional(), version: rowVersion.optional(), ...asChange(courseFields) }),
    output: changed,
    errors: [courseErrors.pictureRefused, courseErrors.boughtFixed],
  }),
  courseDelete: endpoint({
    path: `${base}/courseDelete`,
    summary: '删除课程',
    access: rights.remove,
    audit: { action: 'delete', target: 'course' },
    input: z.object({ id }),
    errors: [courseErrors.inUse, courseErrors.boughtFixed],
  }),
  /** The first time it publishes the draft; later it shows the published version again. */
  upShelf: endpoint({
    path: `${base}/upShelf/:id`,
    summary: '课程上架',
    access: rights.shelf,
    audit: { action: 'upShelf', target: 'course' },
    input: z.object({ id }),
    output: changed,
    errors: [courseErrors.notReady, courseErrors.shelvedAlready],
  }),
  /** Who learns it goes on; nobody new comes in. */
  offShelf: endpoint({
    path: `${base}/offShelf/:id`,
    summary: '课程下架',
    access: rights.shelf,
    audit: { action: 'offShelf', target: 'course' },
    input: z.object({ id }),
    output: changed,
    errors: [courseErrors.notShelved],
  }),
  courseTypeChange: endpoint({
    path: `${base}/courseTypeChange`,
    summary: '修改课程类型',
    access: courseAuthors,
    audit: { action: 'changeType', target: 'course' },
    input: z.object({
      id,
      version: rowVersion.optional(),
      type: courseType.schema,
      isJoinApproved: z.boolean().optional(),
      places: courseFields.places.unwrap().optional(),
    }),
    output: changed,
  }),
  /** A draft of one's own with everything that is in it, without people. */
  copyCourse: endpoint({
    path: `${base}/copyCourse`,
    summary: '复制课程',
    access: rights.add,
    audit: { action: 'copy', target: 'course' },
    scope: 'department',
    input: z.object({ id, courseName: requiredText(100, '课程名称').optional() }),
    /** `leftRuleCount`: reminders that did not come along, because the caller may not set them. */
    output: z.object({ id, leftRuleCount: z.int() }),
    errors: [courseErrors.boughtFixed, courseErrors.targetRefused],
  }),
}
