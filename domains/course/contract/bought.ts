/** Bought courses: the platform's company offers, a licence says how many may learn and until when. */
import { endpoint, id, instant, instantInput, pageOf, pageQuery, text } from '@kaopei/contract'
import { z } from 'zod'
import { categoryNode } from './category.ts'
import { courseStatus, limitType } from './codes.ts'
import { courseDetail } from './course.ts'
import { courseOutlineCalls } from './course-outline.ts'
import { licenceErrors } from './errors.ts'
import { boughtManage, courseManager, courseSales } from './menus.ts'

const base = '/api/v1/internalCourse'
const { view } = boughtManage.rights

/** Not begun, in use, over: follows from the dates. */
export const licenceState = z.enum(['notBegun', 'inUse', 'over'])
export const licenceStateLabels = { notBegun: '未生效', inUse: '使用中', over: '已到期' } as const

export const boughtRow = z.object({
  id,
  courseId: id,
  name: z.string(),
  courseCategoryName: z.string().nullable(),
  courseStatus: courseStatus.schema,
  limitType: limitType.schema,
  /** Seats; null: without a limit. */
  limitCount: z.int().nullable(),
  /** Seats that nobody has; null: without a limit. */
  surplusCount: z.int().nullable(),
  reservedCount: z.int(),
  usedCount: z.int(),
  validFrom: instant,
  validUntil: instant.nullable(),
  state: licenceState,
})
export type BoughtRow = z.output<typeof boughtRow>

const filter = {
  name: text(100, '课程名称').optional(),
  categoryId: id.optional(),
  /** Part of the category's name. */
  categoryName: text(100, '分类名称').optional(),
  courseStatus: z.coerce.number().pipe(courseStatus.schema).optional(),
}

export const seatEventKinds = {
  reserved: '分配',
  used: '开始使用',
  released: '收回',
  expired: '逾期未用，收回',
  /** With the purchase itself. */
  granted: '授权',
  limited: '调整账号数',
} as const
export const seatEventKind = z.enum(['reserved', 'used', 'released', 'expired', 'granted', 'limited'])

export const bought = {
  list: endpoint({
    path: `${base}/list`,
    summary: '采购课程列表',
    access: view,
    audit: 'read',
    input: pageQuery.extend(filter),
    output: pageOf(boughtRow),
  }),
  /** The picker's: whoever makes courses or projects chooses from what was bought. */
  boughtList: endpoint({
    path: '/api/v1/courseWare/boughtList',
    summary: '选择已购课程',
    access: [courseManager.rights.view, view],
    audit: 'read',
    input: pageQuery.extend({ ...filter, startDate: z.iso.date().optional(), endDate: z.iso.date().optional() }),
    output: pageOf(
      boughtRow.pick({
        id: true,
        courseId: true,
        name: true,
        courseCategoryName: true,
        limitType: true,
        limitCount: true,
        surplusCount: true,
      }),
    ),
  }),
  categories: endpoint({
    path: `${base}/categories`,
    summary: '采购课程的分类',
    access: view,
    audit: 'read',
    output: z.array(categoryNode),
  }),
  preview: endpoint({
    path: `${base}/preview`,
    summary: '采购课程详情',
    access: view,
    audit: 'read',
    input: z.object({ id }),
    output: courseDetail.extend({ licence: boughtRow }),
  }),
  chapters: endpoint({
    path: `${base}/chapters`,
    summary: '采购课程的目录',
    access: view,
    audit: 'read',
    input: z.object({ id }),
    output: courseOutlineCalls.courseChapterList.output,
  }),
  /** Every seat that was given, used, taken back, and each change of their number; newest first. */
  ledger: endpoint({
    path: `${base}/ledger`,
    summary: '账号使用明细',
    access: view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ id }),
    output: pageOf(
      z.object({
        id,
        kind: seatEventKind,
        staffName: z.string().nullable(),
        actorName: z.string().nullable(),
        fromCount: z.int().nullable(),
        toCount: z.int().nullable(),
        at: instant,
      }),
    ),
  }),
}

const terms = {
  limitType: limitType.schema,
  limitCount: z.int('账号数应为整数').min(1, '账号数至少为 1').max(10_000_000, '账号数过大').nullish(),
  validFrom: instantInput,
  validUntil: instantInput.nullish(),
  startWithinDays: z.int('天数应为整数').min(1, '至少 1 天').max(3650, '最多 3650 天').nullish(),
}

const saleRow = z.object({
  id,
  buyerCompanyId: id,
  buyerName: z.string(),
  courseId: id,
  courseName: z.string(),
  limitType: limitType.schema,
  limitCount: z.int().nullable(),
  validFrom: instant,
  validUntil: instant.nullable(),
  startWithinDays: z.int().nullable(),
  createdAt: instant,
})

const limitGiven = (given: { limitType: number; limitCount?: number | null | undefined }) =>
  given.limitType !== limitType.limited || typeof given.limitCount === 'number'
const needsCount = { error: '请输入账号数', path: ['limitCount'] }

/** Of the platform's own people alone. */
export const courseSale = {
  list: endpoint({
    path: `${base}/licence/list`,
    summary: '课程授权列表',
    access: courseSales.rights.view,
    audit: 'read',
    input: pageQuery.extend({ name: text(100, '课程或企业名称').optional() }),
    output: pageOf(saleRow),
  }),
  create: endpoint({
    path: `${base}/licence/create`,
    summary: '授权课程给企业',
    access: courseSales.rights.edit,
    audit: { action: 'create', target: 'course-licence' },
    input: z.object({ companyId: id, courseId: id, ...terms }).refine(limitGiven, needsCount),
    output: z.object({ id }),
    errors: [
      licenceErrors.notOffered,
      licenceErrors.withExam,
      licenceErrors.already,
      licenceErrors.companyRefused,
      licenceErrors.timesInverted,
    ],
  }),
  /** Fewer seats than are reserved or used are refused. */
  modify: endpoint({
    path: `${base}/licence/modify`,
    summary: '修改课程授权',
    access: courseSales.rights.edit,
    audit: { action: 'update', target: 'course-licence' },
    input: z.object({ id, ...terms }).refine(limitGiven, needsCount),
    errors: [licenceErrors.belowUse, licenceErrors.timesInverted],
  }),
}
