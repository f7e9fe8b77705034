import { endpoint, id, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { platformErrors } from './errors.ts'
import { partnerConfigMenu } from './menus.ts'

/** Whose configuration; one's own company unless given. Only the platform's own company reaches others. */
const partnerId = id.optional()

const item = z.object({
  name: z.string(),
  title: z.string(),
  value: z.string(),
  partnerId: id,
  updatedAt: instant,
  updatedByName: z.string(),
})
export type PartnerConfigItem = z.output<typeof item>

const key = z.object({
  name: z.string(),
  title: z.string(),
  descript: z.string(),
  kind: z.enum(['switch', 'select', 'text']),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  longest: z.number().int(),
  isOfPlatform: z.boolean(),
  default: z.string(),
  /** What holds now: the configured value, else the default. */
  effective: z.string(),
  isConfigured: z.boolean(),
  /** May whoever asks change it? */
  isEditable: z.boolean(),
})
export type PartnerConfigKey = z.output<typeof key>

export const partnerConfig = {
  list: endpoint({
    path: '/api/v1/system/partner/listConfig',
    summary: '合作方配置列表',
    access: partnerConfigMenu.rights.view,
    audit: 'read',
    input: z.object({ partnerId }),
    output: pageOf(item),
  }),
  keys: endpoint({
    path: '/api/v1/system/partner/listConfigKeys',
    summary: '可配置的属性与当前生效值',
    access: partnerConfigMenu.rights.view,
    audit: 'read',
    input: z.object({ partnerId }),
    output: z.array(key),
  }),
  history: endpoint({
    path: '/api/v1/system/partner/listConfigHistory',
    summary: '合作方配置的修改记录',
    access: partnerConfigMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({ partnerId, name: text(60, '配置属性').optional() }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        title: z.string(),
        /** In words; null: not configured. */
        before: z.string().nullable(),
        after: z.string().nullable(),
        actorName: z.string(),
        at: instant,
      }),
    ),
  }),
  /** Adds or changes one item; it takes effect at once. */
  modify: endpoint({
    path: '/api/v1/system/partner/modifyConfig',
    summary: '修改合作方配置',
    access: partnerConfigMenu.rights.edit,
    audit: { action: 'update', target: 'partner-config' },
    input: z.object({
      name: requiredText(60, '配置属性'),
      title: requiredText(60, '配置名称'),
      value: requiredText(2000, '配置描述'),
      partnerId,
    }),
    output: item,
    errors: [platformErrors.keyUnknown, platformErrors.valueWrong, platformErrors.keyOfPlatform, platformErrors.programmingLater],
  }),
  /** The key has its default again. */
  delete: endpoint({
    path: '/api/v1/system/partner/deleteConfig',
    summary: '删除合作方配置',
    access: partnerConfigMenu.rights.delete,
    audit: { action: 'delete', target: 'partner-config' },
    input: z.object({ name: requiredText(60, '配置属性'), partnerId }),
    errors: [platformErrors.keyOfPlatform],
  }),
}
