import { endpoint, id } from '@kaopei/contract'
import { z } from 'zod'

export const company = {
  getCompanyInfo: endpoint({
    path: '/api/v1/system/company/getCompanyInfo',
    method: 'GET',
    summary: '企业基本信息',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    output: z.object({
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
    }),
  }),
}
