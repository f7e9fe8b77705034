/** Instructors: who they are. */
import { asChange, endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, rowVersion, text } from '@kaopei/contract'
import { emailInput, phoneInput } from '@kaopei/identity/contract/contact'
import { z } from 'zod'
import { teacherLevel, teacherOrigin, teacherState } from './codes.ts'
import { teacherErrors } from './errors.ts'
import { instructorManage } from './menus.ts'
import { shownMean } from './shapes.ts'

const { rights } = instructorManage
const base = '/api/v1/teacher'

const named = z.object({ id, name: z.string() })

const row = z.object({
  id,
  name: z.string(),
  level: teacherLevel.schema,
  levelName: z.string(),
  origin: teacherOrigin.schema,
  originName: z.string(),
  /** Of an employee. */
  staffId: z.string().nullable(),
  jobNumber: z.string().nullable(),
  departmentId: z.string().nullable(),
  department: z.string().nullable(),
  institution: z.string(),
  title: z.string(),
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  tags: z.array(named),
  /** Masked unless the caller may see it whole; null where the caller only picks. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: teacherState.schema,
  /** An employee who is with the company no more: nobody books or names them anew, what was stays. */
  hasLeft: z.boolean(),
  rating: shownMean,
  /** Confirmed ones of all time. */
  taughtMinutes: z.int(),
  updateTime: instant,
  version: rowVersion,
})
export type TeacherRow = z.output<typeof row>

const detail = row.extend({
  introduction: z.string(),
  keeperId: z.string().nullable(),
  keeperName: z.string().nullable(),
  createTime: instant,
})
export type TeacherDetail = z.output<typeof detail>

const emptyIsNull = <Value>(value: Value | '' | null) => (value === '' ? null : value)
const maskedPhone = /^\d*\*{4}\d*$/
const maskedEmail = /^[^@]?\*{3}/

const placed = {
  categoryId: id.nullable().default(null),
  tagIds: z.array(id).max(20, '最多选择 20 个标签').default([]),
}
export const teacherFields = {
  level: teacherLevel.schema.default(1),
  ...placed,
  title: text(50, '职称').default(''),
  introduction: text(2000, '简介').default(''),
  /** Who is told when a file ends. */
  keeperId: id.nullable().default(null),
  state: teacherState.schema.default(1),
}
/** Of external ones alone. */
export const ownFields = {
  name: text(50, '姓名').default(''),
  phone: z
    .union([z.literal(''), phoneInput, z.string().max(20).regex(maskedPhone)], '请输入正确的手机号')
    .nullable()
    .transform(emptyIsNull)
    .default(null),
  email: z
    .union([z.literal(''), emailInput, z.string().max(200).regex(maskedEmail)], '请输入正确的邮箱地址')
    .nullable()
    .transform(emptyIsNull)
    .default(null),
  institution: text(100, '所属机构').default(''),
  departmentId: id.nullable().default(null),
}

export const teacherFilter = z.object({
  /** Within the name. */
  name: text(50, '讲师姓名').optional(),
  /** Within name, institution, job number, title. */
  keyWords: text(100, '关键字').optional(),
  departmentId: z.union([z.literal('').transform(() => undefined), id]).optional(),
  level: z.coerce.number().pipe(teacherLevel.schema).optional(),
  origin: z.coerce.number().pipe(teacherOrigin.schema).optional(),
  categoryId: id.optional(),
  tagId: id.optional(),
  /** Enabled: who may be booked and named, so nobody who has left. */
  state: z.coerce.number().pipe(teacherState.schema).optional(),
})
export type TeacherFilter = z.output<typeof teacherFilter>

const placeErrors = [
  teacherErrors.categoryMissing,
  teacherErrors.tagMissing,
  teacherErrors.keeperMissing,
  teacherErrors.departmentMissing,
  teacherErrors.phoneRefused,
] as const

const repeat = z.object({
  isRepeat: z.boolean(),
  /** person: this employee; phone; nameInstitution. */
  by: z.enum(['person', 'phone', 'nameInstitution']).nullable(),
  teacher: named.extend({ origin: teacherOrigin.schema, institution: z.string() }).nullable(),
  /** An employee who is no instructor has the phone: nothing is refused for it. The name where the caller sees them. */
  employee: z.object({ name: z.string().nullable() }).nullable(),
})

/** What becomes of what an instructor stands in. */
const impact = z.object({
  id,
  name: z.string(),
  bookedCount: z.int(),
  /** Held or confirmed and not settled. */
  openMinutes: z.int(),
  /** Named there: kind in Chinese and name. */
  uses: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
  useCount: z.int(),
})
export type TeacherImpact = z.output<typeof impact>

export const teacher = {
  /** For the list and for pickers on screens of all rooms: whoever may not open 讲师管理 gets enabled ones, without contacts. */
  list: endpoint({
    path: `${base}/list`,
    summary: '讲师列表',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: instructorManage,
    audit: 'read',
    input: pageQuery.extend(teacherFilter.shape),
    output: pageOf(row),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '讲师详情',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ id }),
    output: detail,
    errors: [protocolErrors.notFound],
  }),
  repeatCheck: endpoint({
    path: `${base}/repeatCheck`,
    summary: '讲师查重',
    access: [rights.add, rights.edit],
    scope: 'department',
    audit: 'read',
    input: z.object({
      staffId: id.nullish(),
      phone: text(20, '手机号').nullish(),
      name: text(50, '姓名').nullish(),
      institution: text(100, '所属机构').nullish(),
      /** The one that is edited. */
      id: id.nullish(),
    }),
    output: repeat,
    errors: [protocolErrors.tooMany],
  }),
  /** Whoever was an instructor before comes back with the level of then at most: `keptLevel`, where another one was chosen. */
  create: endpoint({
    path: `${base}/create`,
    summary: '新增讲师',
    access: rights.add,
    scope: 'department',
    audit: { action: 'create', target: 'teacher' },
    input: z.object({ origin: teacherOrigin.schema, staffId: id.nullable().default(null), ...teacherFields, ...ownFields }),
    output: z.object({ id, keptLevel: teacherLevel.schema.nullable() }),
    errors: [
      teacherErrors.repeated,
      teacherErrors.staffMissing,
      teacherErrors.nameMissing,
      teacherErrors.ownLevel,
      ...placeErrors,
    ],
  }),
  /** Employees become instructors; those who are already are left out and named. */
  createBatch: endpoint({
    path: `${base}/createBatch`,
    summary: '批量新增内部讲师',
    access: rights.add,
    scope: 'department',
    audit: { action: 'create', target: 'teacher' },
    input: z.object({
      staffIds: z.array(id).min(1, '请至少选择一人').max(500, '一次最多添加 500 人'),
      level: teacherLevel.schema.default(1),
      ...placed,
    }),
    output: z.object({
      createdCount: z.int(),
      repeatedNames: z.array(z.string()),
      /** Came back with the level of before, lower than the one that was chosen. */
      keptLevels: z.array(z.object({ name: z.string(), level: teacherLevel.schema })),
    }),
    errors: [teacherErrors.staffMissing, teacherErrors.ownLevel, teacherErrors.categoryMissing, teacherErrors.tagMissing],
  }),
  /** What is left out stays as it is. */
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改讲师',
    access: rights.edit,
    scope: 'department',
    audit: { action: 'update', target: 'teacher' },
    input: z.object({ id, version: rowVersion, ...asChange(teacherFields), ...asChange(ownFields) }),
    output: z.object({ id, version: rowVersion }),
    errors: [
      protocolErrors.notFound,
      protocolErrors.changed,
      teacherErrors.repeated,
      teacherErrors.nameMissing,
      teacherErrors.raisedByForm,
      ...placeErrors,
    ],
  }),
  removeImpact: endpoint({
    path: `${base}/removeImpact`,
    summary: '删除讲师的影响',
    access: rights.remove,
    scope: 'department',
    audit: 'read',
    input: z.object({ ids: ids.max(100, '一次最多 100 位') }),
    output: z.array(impact),
  }),
  /** Where something would be lost it asks for `isConfirmed`: bookings to come are cancelled; ledger and ratings stay. */
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除讲师',
    access: rights.remove,
    scope: 'department',
    audit: { action: 'delete', target: 'teacher' },
    input: z.object({ ids: ids.max(100, '一次最多 100 位'), isConfirmed: z.boolean().default(false) }),
    output: z.object({ removedCount: z.int() }),
    errors: [protocolErrors.notFound, teacherErrors.inUse],
  }),
  exportTeacher: endpoint({
    path: `${base}/exportTeacher`,
    summary: '导出讲师',
    access: rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'teacher' },
    input: teacherFilter,
    output: z.object({ jobId: id }),
    errors: [teacherErrors.nothingToExport],
  }),
}
