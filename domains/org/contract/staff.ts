import {
  dateInput,
  endpoint,
  id,
  ids,
  instant,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  text,
  tickFlag,
} from '@kaopei/contract'
import { emailInput, phoneInput } from '@kaopei/identity/contract/contact'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { z } from 'zod'
import { gender, staffSource, staffState } from './codes.ts'
import { staffErrors } from './errors.ts'
import { loginAccountInput } from './login-account.ts'
import { staffMenu } from './menus.ts'

const row = z.object({
  id,
  /** The same as `id`; both spellings are the specification's. */
  staffId: id,
  name: z.string(),
  /** 王小明(wangxm) */
  nameAccount: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  /** Name of the main department. */
  department: z.string().nullable(),
  departmentId: z.string().nullable(),
  /** Names from the top, joined by /. */
  departmentPath: z.string().nullable(),
  /** 138****0000 unless the caller may see it whole. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gender: gender.schema.nullable(),
  /** Name of the post. */
  post: z.string().nullable(),
  postId: z.string().nullable(),
  rank: z.string().nullable(),
  rankId: z.string().nullable(),
  labels: z.array(z.object({ id, name: z.string() })),
  /** Departments beside the main one. */
  otherDepartments: z.array(z.object({ id, name: z.string() })),
  entryDate: z.string().nullable(),
  staffSource: staffSource.schema,
  isEnabled: z.boolean(),
  /** Locked after wrong passwords. */
  isLocked: z.boolean(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
  version: z.number().int(),
})
export type StaffRow = z.output<typeof row>

const pickRow = row
  .pick({
    id: true,
    staffId: true,
    name: true,
    nameAccount: true,
    loginAccount: true,
    jobNumber: true,
    department: true,
    departmentId: true,
    departmentPath: true,
    phone: true,
    email: true,
    staffSource: true,
  })
  .extend({
    /** One of the `selectedIds` that the caller has named. */
    selected: z.boolean().default(false),
  })
export type StaffPickRow = z.output<typeof pickRow>

/**
 * Which people: a keyword within name, account, job number, phone or e-mail; departments with everything below them; any of the posts, ranks and
 * labels; days of entry, both included. Also the rule of a dynamic user group.
 */
/** How the link to a new password may reach somebody, and how long it works. */
export const resetWays = ['sms', 'mail'] as const
export const resetLinkHours = 24

export const staffFilter = z.object({
  keyWords: text(100, '关键字').optional(),
  /** Empty is everywhere. */
  departmentId: z.union([z.literal('').transform(() => null), id]).nullish(),
  departmentIds: z.array(id).max(1000, '最多选择1000个部门').optional(),
  staffSource: staffSource.schema.optional(),
  state: staffState.schema.optional(),
  postIds: z.array(id).max(1000, '最多选择1000个岗位').optional(),
  rankIds: z.array(id).max(200, '最多选择200个职级').optional(),
  labelIds: z.array(id).max(200, '最多选择200个标签').optional(),
  entryDateStart: dateInput.optional(),
  entryDateEnd: dateInput.optional(),
})

/** Whom a picker has already: their rows say so. */
const selectedIds = z.array(id).max(5000, '一次最多选择5000人').default([])

/** Not given stays, empty text and null take away. */
const emptyIsNull = <Value>(value: Value | '' | null | undefined) => (value === '' ? null : value)
const optionalText = (max: number, label: string) => text(max, label).nullish().transform(emptyIsNull)
const optionalDate = z
  .union([z.literal(''), dateInput], '日期格式应为 yyyy-MM-dd')
  .nullish()
  .transform(emptyIsNull)
const optionalEmail = z
  .union([z.literal(''), emailInput], '请输入正确的邮箱地址')
  .nullish()
  .transform(emptyIsNull)
const maskedEmail = z
  .string()
  .max(200)
  .regex(/^[^@]?\*{3}/)
const maskedPhone = /^0?1[3-9]\d{9}$|^\d*\*{4}/

export const staffFields = {
  name: requiredText(200, '姓名'),
  phone: phoneInput,
  email: optionalEmail,
  jobNumber: optionalText(50, '工号'),
  departmentId: id,
  gender: gender.schema.nullish(),
  postId: z
    .union([z.literal(''), id])
    .nullish()
    .transform(emptyIsNull),
  rankId: z
    .union([z.literal(''), id])
    .nullish()
    .transform(emptyIsNull),
  labelIds: z.array(id).max(20, '最多选择20个标签').optional(),
  /** Beside the main department. */
  otherDepartmentIds: z.array(id).max(20, '最多选择20个兼职部门').optional(),
  entryDate: optionalDate,
}
const takenErrors = [
  staffErrors.accountTaken,
  staffErrors.phoneTaken,
  staffErrors.emailTaken,
  staffErrors.jobNumberTaken,
  staffErrors.departmentMissing,
  staffErrors.postMissing,
  staffErrors.rankMissing,
  staffErrors.labelMissing,
]
const createErrors = [...takenErrors, staffErrors.noSeatLeft, staffErrors.growing]
const removeErrors = [
  staffErrors.notYourself,
  staffErrors.lastAdmin,
  staffErrors.outOfScope,
  staffErrors.stronger,
  identityErrors.lastAdmin,
] as const
const modifyErrors = [...takenErrors, staffErrors.stronger, staffErrors.growing]
const reason = text(200, '原因').optional()
/** How many of the chosen people it was done to; the others are outside the caller's data scope, or gone. */
const doneTo = z.object({ count: z.number().int(), outOfScopeCount: z.number().int() })
/** Names of those left out because they may do more than the caller. */
const refused = z.array(z.string()).default([])
const doneToActable = doneTo.extend({ refused })

export const staff = {
  list: endpoint({
    path: '/api/v1/staff/list',
    summary: '员工列表',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend(staffFilter.shape),
    output: pageOf(row),
  }),
  /** Everybody whom a filter finds, page by page to the end. */
  listAllStaff: endpoint({
    path: '/api/v1/staff/listAllStaff',
    summary: '选择人员（全部）',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: staffMenu,
    audit: 'read',
    input: pageQuery.extend(staffFilter.shape).extend({ selectedIds }),
    output: pageOf(pickRow),
  }),
  /** For the people picker: enabled people only, in the data scope of the screen that picks. */
  listFast: endpoint({
    path: '/api/v1/staff/listFast',
    summary: '选择人员',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: staffMenu,
    audit: 'read',
    input: pageQuery.extend(staffFilter.shape).extend({ selectedIds }),
    output: pageOf(pickRow),
  }),
  create: endpoint({
    path: '/api/v1/staff/create',
    summary: '新增员工',
    access: staffMenu.rights.add,
    scope: 'department',
    audit: { action: 'create', target: 'staff' },
    input: z.object({
      ...staffFields,
      /** The phone number unless given. */
      loginAccount: z
        .union([z.literal(''), loginAccountInput])
        .nullish()
        .transform(emptyIsNull),
      staffSource: staffSource.schema.default(1),
      /** Answers a temporary password, shown once; without it the person sets one by a code. */
      hasTemporaryPassword: tickFlag.default(false),
    }),
    output: z.object({ id, temporaryPassword: z.string().nullable() }),
    errors: createErrors,
  }),
  /** What is not given stays; null and empty text take away. */
  modify: endpoint({
    path: '/api/v1/staff/modify',
    summary: '修改员工',
    access: staffMenu.rights.edit,
    scope: 'department',
    audit: { action: 'update', target: 'staff' },
    input: z.object({
      id,
      version: rowVersion,
      name: staffFields.name.optional(),
      loginAccount: loginAccountInput.optional(),
      /** The masked form of the present number leaves it as it is. */
      phone: z
        .string('电话不能为空')
        .trim()
        .min(1, '电话不能为空')
        .max(30, '请输入正确的电话')
        .regex(maskedPhone, '请输入正确的电话')
        .optional(),
      email: z
        .union([z.literal(''), maskedEmail, emailInput], '请输入正确的邮箱地址')
        .nullish()
        .transform(emptyIsNull),
      jobNumber: staffFields.jobNumber,
      departmentId: id.optional(),
      gender: staffFields.gender,
      postId: staffFields.postId,
      rankId: staffFields.rankId,
      labelIds: staffFields.labelIds,
      otherDepartmentIds: staffFields.otherDepartmentIds,
      entryDate: staffFields.entryDate,
    }),
    output: row,
    errors: modifyErrors,
  }),
  get: endpoint({
    path: '/api/v1/staff/getDetail',
    method: 'GET',
    summary: '员工详情',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ id }),
    output: row,
  }),
  /** Phone and e-mail in full, with a log row for each look. */
  getPrivate: endpoint({
    path: '/api/v1/staff/getPrivate',
    summary: '查看完整联系方式',
    access: staffMenu.rights.seePrivate,
    scope: 'department',
    audit: { action: 'reveal', target: 'staff' },
    input: z.object({ id }),
    output: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
  }),
  remove: endpoint({
    path: '/api/v1/staff/remove',
    summary: '移除员工',
    access: staffMenu.rights.remove,
    scope: 'department',
    audit: { action: 'delete', target: 'staff' },
    input: z.object({ id, reason }),
    output: doneToActable,
    errors: [...removeErrors],
  }),
  removes: endpoint({
    path: '/api/v1/staff/removes',
    summary: '批量移除员工',
    access: staffMenu.rights.remove,
    scope: 'department',
    audit: { action: 'delete', target: 'staff' },
    input: z.object({ ids, reason }),
    output: doneToActable,
    errors: [...removeErrors],
  }),
  moves: endpoint({
    path: '/api/v1/staff/moves',
    summary: '批量调整部门',
    access: staffMenu.rights.move,
    scope: 'department',
    audit: { action: 'move', target: 'staff' },
    input: z.object({ ids, departmentId: id }),
    output: doneTo,
    errors: [staffErrors.departmentMissing, staffErrors.outOfScope, staffErrors.growing],
  }),
  enables: endpoint({
    path: '/api/v1/staff/enables',
    summary: '批量启用、停用',
    access: staffMenu.rights.enable,
    scope: 'department',
    audit: { action: 'enable', target: 'staff' },
    input: z.object({ ids, isEnabled: tickFlag }),
    output: doneToActable,
    errors: [
      staffErrors.growing,
      identityErrors.lastAdmin,
      staffErrors.notYourself,
      staffErrors.lastAdmin,
      staffErrors.outOfScope,
      staffErrors.stronger,
      staffErrors.noSeatLeft,
    ],
  }),
  unlocks: endpoint({
    path: '/api/v1/staff/unlocks',
    summary: '批量解锁',
    access: staffMenu.rights.reset,
    scope: 'department',
    audit: { action: 'unlock', target: 'staff' },
    input: z.object({ ids }),
    output: doneToActable,
    errors: [staffErrors.outOfScope, staffErrors.stronger],
  }),
  /**
   * New temporary passwords, answered this once and stored hashed; they must be changed at the next login. By `ways` people get a link
   * beside it, with which they set one themselves; no password is ever sent.
   */
  resets: endpoint({
    path: '/api/v1/staff/resets',
    summary: '批量重置密码',
    access: staffMenu.rights.reset,
    scope: 'department',
    audit: { action: 'resetPassword', target: 'staff' },
    input: z.object({
      ids: ids.max(200, '一次最多重置200人的密码'),
      ways: z.array(z.enum(resetWays)).max(resetWays.length).default([]),
    }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          loginAccount: z.string(),
          temporaryPassword: z.string(),
          /** How the link went out; empty where there is no address. */
          sentBy: z.array(z.enum(resetWays)),
        }),
      ),
      outOfScopeCount: z.number().int(),
      refused,
    }),
    errors: [staffErrors.outOfScope, staffErrors.stronger],
  }),
  loginAccountNumberJudge: endpoint({
    path: '/api/v1/staff/loginAccountNumberJudge',
    method: 'GET',
    summary: '登录账号是否已存在',
    access: [staffMenu.rights.add, staffMenu.rights.edit],
    audit: 'read',
    input: z.object({ loginAccount: loginAccountInput, id: id.optional() }),
    output: z.object({ isExist: z.boolean() }),
  }),
  export: endpoint({
    path: '/api/v1/staff/export',
    summary: '导出员工',
    access: staffMenu.rights.export,
    scope: 'department',
    audit: { action: 'export', target: 'staff' },
    input: staffFilter,
    output: z.object({ jobId: id }),
  }),
}
