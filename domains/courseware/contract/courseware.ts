import { dateInput, endpoint, id, instant, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { knowledgePointItem } from '@kaopei/question/contract/knowledge-point'
import { z } from 'zod'
import { coursewareType, transStatus } from './codes.ts'
import { coursewareErrors } from './errors.ts'
import { coursewareFacts, coursewareTitle, partialFacts, shownCredit } from './facts.ts'
import { lessonManage } from './menus.ts'
import { shownCourseware } from './shown.ts'

const typeFilter = z.coerce.number().pipe(coursewareType.schema).optional()
const statusFilter = z.coerce.number().pipe(transStatus.schema).optional()
const { add, edit, remove, transcode, view } = lessonManage.rights

/** What is under way or went wrong with the newest version. */
const work = z.object({
  /** waiting, running, done, failed, cancelled; null: nothing is made of it. */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']).nullable(),
  progress: z.int(),
  /** How many of the whole house come before; null: it does not wait. */
  queuePlace: z.int().nullable(),
  failureText: z.string().nullable(),
  /** Trying again cannot help: the file has to be replaced. */
  needsOtherFile: z.boolean(),
})

export const coursewareRow = z.object({
  id,
  title: z.string(),
  creatorName: z.string(),
  type: coursewareType.schema,
  /** Of the newest version. */
  transStatus: transStatus.schema,
  updateTime: instant,
  learnCount: z.int(),
  fileName: z.string(),
  sizeBytes: z.int(),
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  versionNumber: z.int(),
  /** A newer version than the one that is given to whoever begins now. */
  isNewerWaiting: z.boolean(),
  work,
})
export type CoursewareRow = z.output<typeof coursewareRow>

const pickRow = z.object({
  id,
  title: z.string(),
  creatorName: z.string(),
  type: coursewareType.schema,
  transStatus: transStatus.schema,
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
})
export type CoursewarePickRow = z.output<typeof pickRow>

/** Something that a courseware stands in. */
const use = z.object({ kind: z.string(), id, name: z.string(), learnerCount: z.int(), companyCount: z.int().optional() })
export type ShownUse = z.output<typeof use>

const versionRow = z.object({
  id,
  number: z.int(),
  fileName: z.string(),
  sizeBytes: z.int(),
  transStatus: transStatus.schema,
  isForBegun: z.boolean(),
  isGiven: z.boolean(),
  createdByName: z.string(),
  createdAt: instant,
})

export const coursewareDetail = coursewareRow.extend({
  descript: z.string(),
  coverUrl: z.string().nullable(),
  /** The version that is given to whoever begins now. */
  versionId: id,
  latestId: id,
  contributor: z.array(shownCredit),
  author: z.array(shownCredit),
  teacher: z.array(shownCredit),
  assistTeacher: z.array(shownCredit),
  knowledgePoints: z.array(knowledgePointItem),
  subtitles: z.array(z.object({ language: z.string(), label: z.string() })),
  usedIn: z.array(use),
  version: rowVersion,
})
export type CoursewareDetail = z.output<typeof coursewareDetail>

/** As the specification has it: what is in the version that is given, beside what is known of the courseware. */
const coursewareData = coursewareDetail.extend({
  /** Addresses that end: of a document or picture a JSON list of its pages' pictures, of a film or sound its own; empty where nothing can be shown. */
  fileTmpUrl: z.string(),
  /** Of a micro-course JSON `{title, contentList: [{id, type, fenmianImgPath, content}]}`, else empty. */
  content: z.string(),
})

const saved = z.object({ id, versionId: id, version: rowVersion })
/** Shorter words have nothing that an index finds them by. */
const isSearchable = (words: string) => [...words].length >= (/[^\u0020-\u007e]/.test(words) ? 2 : 3)

const removed = {
  input: z.object({
    id,
    /** The caller has seen what it is used in. */
    isConfirmed: z.union([z.boolean(), z.stringbool()]).default(false),
  }),
  errors: [coursewareErrors.inUse],
} as const

export const courseware = {
  /** For the pickers of the console's screens: what can be used as it is. */
  list: endpoint({
    path: '/api/v1/courseWare/list',
    summary: '选择课件',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      fileName: text(100, '标题').optional(),
      type: typeFilter,
      /** 2 of films, documents and sounds, 0 of pictures and micro-courses: those that can be used. */
      transStatus: statusFilter,
      knowledgePointId: id.optional(),
    }),
    output: pageOf(pickRow),
  }),
  courseWareList: endpoint({
    path: '/api/v1/courseWare/courseWareList',
    summary: '课件列表',
    access: view,
    audit: 'read',
    input: pageQuery.extend({
      title: text(100, '标题').optional(),
      type: typeFilter,
      transStatus: statusFilter,
      creatorName: text(50, '创建人').optional(),
      knowledgePointId: id.optional(),
      /** In what documents and micro-courses say. */
      content: text(50, '正文')
        .refine((words) => words === '' || isSearchable(words), '正文关键词请至少输入 2 个汉字或 3 个字母')
        .optional(),
      startDate: dateInput.optional(),
      endDate: dateInput.optional(),
    }),
    output: pageOf(coursewareRow),
  }),
  /** Makes coursewares of uploaded files, all or none. */
  saveBatch: endpoint({
    path: '/api/v1/courseWare/saveBatch',
    summary: '批量新增课件',
    access: add,
    audit: { action: 'create', target: 'courseware' },
    input: z.object({
      coursewareList: z
        .array(z.object({ fileId: id, title: coursewareTitle, ...coursewareFacts }), '请上传文件')
        .min(1, '请上传文件')
        .max(100, '一次最多 100 个课件'),
    }),
    output: z.object({ dataList: z.array(z.object({ id, versionId: id, title: z.string() })) }),
    errors: [coursewareErrors.fileMissing, coursewareErrors.personOutOfSight, coursewareErrors.pictureRefused],
  }),
  /** Another file for a courseware: a new version. */
  upload: endpoint({
    path: '/api/v1/courseWare/upload',
    summary: '替换课件文件',
    access: edit,
    audit: { action: 'replace', target: 'courseware' },
    input: z.object({
      id,
      fileId: id,
      /** Whoever has begun goes on with the new file too, when it can be used. */
      isForBegun: z.boolean('请选择已开始学习的人是否使用新文件'),
    }),
    output: saved,
    errors: [coursewareErrors.fileMissing, coursewareErrors.typeDiffers, coursewareErrors.microCourseHasNoFile],
  }),
  update: endpoint({
    path: '/api/v1/courseWare/update',
    summary: '修改课件',
    access: edit,
    audit: { action: 'update', target: 'courseware' },
    input: z.object({ id, version: rowVersion, title: coursewareTitle.optional(), ...partialFacts }),
    output: saved,
    errors: [coursewareErrors.personOutOfSight, coursewareErrors.pictureRefused],
  }),
  detail: endpoint({
    path: '/api/v1/courseWare/detail',
    summary: '课件详情',
    access: view,
    audit: 'read',
    input: z.object({ id }),
    output: coursewareDetail,
  }),
  /** The specification's spelling of the same, with the contents. */
  detailByGet: endpoint({
    path: '/api/v1/courseWare/detail',
    method: 'GET',
    summary: '课件详情',
    access: view,
    audit: 'read',
    input: z.object({ id }),
    output: coursewareData,
  }),
  /** The newest first. */
  versions: endpoint({
    path: '/api/v1/courseWare/versions',
    summary: '课件版本',
    access: view,
    audit: 'read',
    input: pageQuery.extend({ id }),
    output: pageOf(versionRow),
  }),
  /** It is in no list any more; whoever learns with it goes on. */
  delete: endpoint({
    path: '/api/v1/courseWare/delete',
    summary: '删除课件',
    access: remove,
    audit: { action: 'delete', target: 'courseware' },
    ...removed,
  }),
  /** The specification's destructive GET: like every call it needs the session's token and signature, so no link in a page can fire it. */
  deleteByGet: endpoint({
    path: '/api/v1/courseWare/delete',
    method: 'GET',
    summary: '删除课件',
    access: remove,
    audit: { action: 'delete', target: 'courseware' },
    ...removed,
  }),
  transcode: endpoint({
    path: '/api/v1/courseWare/transcode',
    summary: '重试或取消转码',
    access: transcode,
    audit: { action: 'transcode', target: 'courseware' },
    input: z.object({ id, action: z.enum(['retry', 'cancel'], '请选择重试或取消').default('retry') }),
    output: z.object({ transStatus: transStatus.schema, queuePlace: z.int().nullable() }),
    errors: [
      coursewareErrors.notConverted,
      coursewareErrors.stillConverting,
      coursewareErrors.alreadyConverted,
      coursewareErrors.nothingToCancel,
    ],
  }),
  /** The newest version, or the one that is named, as learners see it. */
  preview: endpoint({
    path: '/api/v1/courseWare/preview',
    summary: '预览课件',
    access: view,
    audit: 'read',
    input: z.object({ id, versionId: id.optional() }),
    output: shownCourseware,
  }),
  /** An address of the film or sound that ends: for looking at it outside of a course. */
  getVodUrlWithTime: endpoint({
    path: '/api/v1/courseWare/getVodUrlWithTime',
    summary: '获取限时播放地址',
    access: view,
    audit: 'read',
    input: z.object({ id, seconds: z.coerce.number().int().min(60).max(86_400, '最长 24 小时').default(7200) }),
    output: z.object({ url: z.string(), expiresAt: instant, lengthSeconds: z.int().nullable() }),
    errors: [coursewareErrors.notPlayable],
  }),
}
