/** Micro-courses: blocks of a picture or a film with words, written in an editor. */
import { endpoint, id, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { coursewareErrors } from './errors.ts'
import { coursewareFacts, partialFacts } from './facts.ts'
import { lessonManage } from './menus.ts'

const address = z.string('地址格式不正确').max(2000, '地址过长').default('')

/** 1: a picture, with words below where there are some; 2: words, with a picture above where there is one; 3: a film, with words below. */
const blockType = z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择内容块的类型')
export type BlockType = z.output<typeof blockType>

const blocks = z.object({
  id: requiredText(64, '内容块编号'),
  type: blockType,
  /** A picture's address; of a film its cover. */
  fenmianImgPath: address,
  content: text(50_000, '正文').default(''),
  /** A film that was uploaded for it (.mp4), or one of the films that are coursewares. */
  fileId: id.nullish(),
  coursewareId: id.nullish(),
})

/** As the editor sends it. */
export const microCourseInput = z.object({
  title: requiredText(100, '标题'),
  contentList: z
    .array(blocks, '请添加内容')
    .min(1, '请至少添加一个内容块')
    .max(200, '最多 200 个内容块')
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, '内容块编号重复'),
})
export type MicroCourseInput = z.output<typeof microCourseInput>

/** As it is kept (`version.content`): pictures are references (`/files/keep/<id>`), words are cleaned. */
export const storedMicroCourse = z.object({
  title: z.string(),
  contentList: z.array(
    z.object({
      id: z.string(),
      type: blockType,
      fenmianImgPath: z.string(),
      content: z.string(),
      fileId: id.nullable(),
      coursewareId: id.nullable(),
      filmName: z.string(),
      /** Of a film that was uploaded for it, by its own header; films that are coursewares say it themselves. */
      lengthSeconds: z.int().optional(),
    }),
  ),
})
export type StoredMicroCourse = z.output<typeof storedMicroCourse>

/** As the editor and its preview get it: addresses that end, of a film its own beside its cover. */
export const shownMicroCourse = z.object({
  title: z.string(),
  contentList: z.array(
    z.object({
      id: z.string(),
      type: blockType,
      fenmianImgPath: z.string(),
      content: z.string(),
      fileId: id.nullable(),
      coursewareId: id.nullable(),
      filmUrl: z.string().nullable(),
      filmName: z.string(),
    }),
  ),
})
export type ShownMicroCourse = z.output<typeof shownMicroCourse>

const contentErrors = [
  coursewareErrors.pictureRefused,
  coursewareErrors.filmMissing,
  coursewareErrors.filmUnplayable,
  coursewareErrors.tooComplex,
  coursewareErrors.personOutOfSight,
] as const

export const microCourse = {
  create: endpoint({
    path: '/api/v1/courseWare/saveMicroCourse',
    summary: '新增微课',
    access: lessonManage.rights.add,
    audit: { action: 'create', target: 'courseware' },
    input: z.object({ ...coursewareFacts, content: microCourseInput }),
    output: z.object({ id, versionId: id, version: rowVersion }),
    errors: [...contentErrors],
    bodyLimit: 4 * 1024 * 1024,
  }),
  /** Its contents become a new version. */
  update: endpoint({
    path: '/api/v1/courseWare/updateMicroCourse',
    summary: '修改微课',
    access: lessonManage.rights.edit,
    audit: { action: 'update', target: 'courseware' },
    input: z.object({
      ...partialFacts,
      id,
      version: rowVersion,
      content: microCourseInput,
      /** Whoever has begun goes on with this one. */
      isForBegun: z.boolean('请选择已开始学习的人是否使用新版本'),
    }),
    output: z.object({ id, versionId: id, version: rowVersion }),
    errors: [...contentErrors, coursewareErrors.notMicroCourse],
    bodyLimit: 4 * 1024 * 1024,
  }),
  get: endpoint({
    path: '/api/v1/courseWare/getMicroCourse',
    summary: '微课内容',
    access: lessonManage.rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: shownMicroCourse.extend({ version: rowVersion }),
    errors: [coursewareErrors.notMicroCourse],
  }),
}
