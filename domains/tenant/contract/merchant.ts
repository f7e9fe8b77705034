import {
  asChange,
  codes,
  dateInput,
  endpoint,
  id,
  instant,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { staffErrors } from '@kaopei/org/contract/errors'
import { companyDomain } from '@kaopei/platform/contract/company'
import { z } from 'zod'
import { tenantErrors } from './errors.ts'
import { merchantMenu } from './menus.ts'

/** Follows from suspension and dates; not stored. */
export const merchantState = codes({
  inUse: { code: 1, label: '使用中', tone: 'success' },
  notBegun: { code: 2, label: '未生效', tone: 'info' },
  over: { code: 3, label: '已到期', tone: 'warning' },
  suspended: { code: 4, label: '已停用', tone: 'danger' },
})

const row = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  isPlatform: z.boolean(),
  state: merchantState.schema,
  packageId: z.string().nullable(),
  /** Null: all menus. */
  packageName: z.string().nullable(),
  /** yyyy-MM-dd; null: since ever, without end. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** Null: without limit. */
  examQuota: z.number().int().nullable(),
  examUsed: z.number().int(),
  measurementQuota: z.number().int().nullable(),
  measurementUsed: z.number().int(),
  staffQuota: z.number().int().nullable(),
  /** Enabled employees: outside candidates and disabled people do not count. */
  staffUsed: z.number().int(),
  /** Gigabytes of 2^30 bytes. */
  storageQuotaGb: z.number().nullable(),
  storageUsedBytes: z.number().int(),
  remark: z.string(),
  suspendedReason: z.string().nullable(),
  createdAt: instant,
  version: z.number().int(),
})
export type MerchantRow = z.output<typeof row>

const quota = z.number('请输入整数').int('请输入整数').min(0, '额度不能小于 0').max(1_000_000_000, '额度过大').nullable()
const day = dateInput.nullable()

export const merchantTerms = {
  name: requiredText(60, '企业名称'),
  domain: companyDomain,
  packageId: id.nullable().default(null),
  examQuota: quota.default(null),
  measurementQuota: quota.default(null),
  /** The administrator counts too. */
  staffQuota: quota.refine((people) => people === null || people >= 1, '人员额度至少为1人，管理员也计入').default(null),
  /** Whole gigabytes. */
  storageQuotaGb: quota.refine((size) => size === null || size <= 1_000_000, '额度过大').default(null),
  validFrom: day.default(null),
  validUntil: day.default(null),
  remark: text(500, '备注').default(''),
}
interface Times {
  readonly validFrom?: string | null | undefined
  readonly validUntil?: string | null | undefined
}
export const areInOrder = ({ validFrom, validUntil }: Times) => !validFrom || !validUntil || validFrom <= validUntil
export const disorder = { path: ['validUntil'], error: '到期日期不能早于生效日期' }

const account = z
  .string('请输入管理员账号')
  .trim()
  .regex(/^[A-Za-z0-9][\w.@-]{1,49}$/, '账号为2至50个字母、数字或 _ . @ -，以字母或数字开头')

/** Shown once; kept nowhere but hashed. */
const oneTime = z.object({ account: z.string(), temporaryPassword: z.string() })

export const merchant = {
  list: endpoint({
    path: '/api/v1/system/merchant/list',
    summary: '企业列表',
    access: merchantMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(50, '关键字').optional(), state: merchantState.schema.optional() }),
    output: pageOf(row),
  }),
  get: endpoint({
    path: '/api/v1/system/merchant/get',
    summary: '企业详情',
    access: merchantMenu.rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: row.extend({
      administrators: z.array(z.object({ id, name: z.string(), account: z.string(), isEnabled: z.boolean() })),
    }),
  }),
  /** The company works at once: root department, administrators' role, and one administrator with a one-time password. */
  create: endpoint({
    path: '/api/v1/system/merchant/create',
    summary: '新增企业',
    access: merchantMenu.rights.add,
    audit: { action: 'create', target: 'merchant' },
    input: z
      .object({
        ...merchantTerms,
        adminName: requiredText(30, '管理员姓名'),
        adminAccount: account,
      })
      .refine(areInOrder, disorder),
    output: oneTime.extend({ id, domain: z.string() }),
    errors: [tenantErrors.domainTaken, tenantErrors.domainReserved, tenantErrors.packageMissing, staffErrors.noSeatLeft],
  }),
  /** What is left out stays as it is. */
  update: endpoint({
    path: '/api/v1/system/merchant/update',
    summary: '修改企业',
    access: merchantMenu.rights.edit,
    audit: { action: 'update', target: 'merchant' },
    input: z.object({ ...asChange(merchantTerms), id, version: rowVersion }).refine(areInOrder, disorder),
    output: row,
    errors: [
      tenantErrors.domainTaken,
      tenantErrors.domainReserved,
      tenantErrors.packageMissing,
      tenantErrors.platformFixed,
      tenantErrors.alreadyBegun,
    ],
  }),
  /** Its people are out with their next call and cannot log in; nothing is lost. */
  suspend: endpoint({
    path: '/api/v1/system/merchant/suspend',
    summary: '停用企业',
    access: merchantMenu.rights.suspend,
    audit: { action: 'suspend', target: 'merchant' },
    input: z.object({ id, reason: requiredText(200, '停用原因') }),
    output: row,
    errors: [tenantErrors.platformFixed],
  }),
  resume: endpoint({
    path: '/api/v1/system/merchant/resume',
    summary: '恢复企业',
    access: merchantMenu.rights.suspend,
    audit: { action: 'resume', target: 'merchant' },
    input: z.object({ id }),
    output: row,
  }),
  extend: endpoint({
    path: '/api/v1/system/merchant/extend',
    summary: '延长企业有效期',
    access: merchantMenu.rights.edit,
    audit: { action: 'extend', target: 'merchant' },
    /** Null: without end. */
    input: z.object({ id, validUntil: day }),
    output: row,
    errors: [tenantErrors.platformFixed],
  }),
  resetAdmin: endpoint({
    path: '/api/v1/system/merchant/resetAdmin',
    summary: '重置企业管理员密码',
    access: merchantMenu.rights.reset,
    audit: { action: 'resetPassword', target: 'merchant' },
    input: z.object({ id, staffId: id }),
    output: oneTime,
    errors: [tenantErrors.stronger],
  }),
}
