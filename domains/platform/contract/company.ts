import { endpoint, id, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { platformErrors } from './errors.ts'
import { companyInfoMenu } from './menus.ts'

/** First label of a company's address. */
export const companyDomain = z
  .string('请输入企业域名')
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,40}$/, '企业域名由小写字母、数字和短横线组成，以字母或数字开头，不超过41个字符')
  .refine((domain) => /[a-z]/.test(domain), '企业域名至少含有一个字母')

/** The address of an uploaded picture; null: none. */
const picture = text(500, '图片地址').nullable()

const looks = {
  name: requiredText(60, '企业名称'),
  platformTitle: requiredText(30, '平台标题'),
  logoUrl: picture,
  webIcon: picture,
}

export const companyInfo = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  logoUrl: z.string().nullable(),
  webIcon: z.string().nullable(),
  platformTitle: z.string(),
  isPlatform: z.boolean(),
  /** yyyy-MM-dd, the last day; null: without end. */
  validUntil: z.string().nullable(),
  timeZone: z.string(),
  allowsNewPhoneRanges: z.boolean(),
  programmingEnabled: z.boolean(),
  version: z.number().int(),
})

const change = {
  access: companyInfoMenu.rights.edit,
  audit: { action: 'update', target: 'company' },
  output: companyInfo,
  errors: [platformErrors.pictureMissing, platformErrors.domainByPlatform],
} as const

const quota = z.number().int().nullable()

export const company = {
  /** What was agreed with the platform and what is used of it; null: without limit. */
  quotas: endpoint({
    path: '/api/v1/system/company/quotas',
    summary: '企业额度与用量',
    access: companyInfoMenu.rights.view,
    audit: 'read',
    output: z.object({
      staffQuota: quota,
      staffUsed: z.number().int(),
      storageQuotaBytes: quota,
      storageUsedBytes: z.number().int(),
      examQuota: quota,
      examUsed: z.number().int(),
      measurementQuota: quota,
      measurementUsed: z.number().int(),
      /** yyyy-MM-dd, the last day; null: without end. */
      validUntil: z.string().nullable(),
    }),
  }),
  getCompanyInfo: endpoint({
    path: '/api/v1/system/company/getCompanyInfo',
    method: 'GET',
    summary: '企业基本信息',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    output: companyInfo,
  }),
  /** The whole form. A domain may be sent along, but only the platform changes it. */
  save: endpoint({
    path: '/api/v1/system/company/save',
    summary: '保存企业信息',
    ...change,
    input: z.object({ ...looks, domain: companyDomain.optional(), version: rowVersion }),
  }),
  /** What is not said stays. */
  update: endpoint({
    path: '/api/v1/system/company/update',
    summary: '修改企业信息',
    ...change,
    input: z
      .object({ ...looks, domain: companyDomain })
      .partial()
      .extend({ version: rowVersion }),
  }),
}
