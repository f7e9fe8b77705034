import { endpoint, id, rowVersion } from '@kaopei/contract'
import { staffMenu } from '@kaopei/org/contract/menus'
import { customType } from '@kaopei/org/contract/own-fields'
import { z } from 'zod'
import { collectErrors } from './errors.ts'
import { collectField, fieldName, fittingOptions, hasFittingOptions, optionContent } from './field.ts'
import { collectMenu } from './menus.ts'

const row = collectField.extend({ isRequired: z.boolean(), isEnabled: z.boolean(), sort: z.number().int() })
export type MetaField = z.output<typeof row>

const sort = z.coerce.number('请输入排序').int('排序应为整数').min(-1_000_000).max(1_000_000)

/** Fields that a company adds to its employees. */
export const metaDataField = {
  list: endpoint({
    path: '/api/metaDataField/list',
    aliases: ['/api/v1/metaDataField/list'],
    method: 'GET',
    summary: '员工自定义字段',
    access: [collectMenu.rights.view, staffMenu.rights.view],
    audit: 'read',
    output: z.array(row),
  }),
  /** The fields in use that are chosen from options. */
  queryChooseConfigList: endpoint({
    path: '/api/metaDataField/queryChooseConfigList',
    aliases: ['/api/v1/metaDataField/queryChooseConfigList'],
    method: 'GET',
    summary: '员工自定义选择字段',
    access: [collectMenu.rights.view, staffMenu.rights.view],
    audit: 'read',
    output: z.array(row),
  }),
  create: endpoint({
    path: '/api/metaDataField/create',
    aliases: ['/api/v1/metaDataField/create'],
    summary: '新增员工自定义字段',
    access: collectMenu.rights.edit,
    audit: { action: 'create', target: 'metaDataField' },
    input: z
      .object({
        name: fieldName,
        customType: customType.schema,
        optionContent: optionContent.default([]),
        isRequired: z.boolean().default(false),
        sort: sort.optional(),
      })
      .refine(hasFittingOptions, fittingOptions),
    output: z.object({ id }),
    errors: [collectErrors.nameTaken, collectErrors.tooMany],
  }),
  /** What is not given stays. */
  update: endpoint({
    path: '/api/metaDataField/update',
    aliases: ['/api/v1/metaDataField/update'],
    summary: '修改员工自定义字段',
    access: collectMenu.rights.edit,
    audit: { action: 'update', target: 'metaDataField' },
    input: z.object({
      id,
      name: fieldName.optional(),
      customType: customType.schema.optional(),
      optionContent: optionContent.optional(),
      isRequired: z.boolean().optional(),
      isEnabled: z.boolean().optional(),
      sort: sort.optional(),
      version: rowVersion,
    }),
    output: row,
    errors: [collectErrors.nameTaken, collectErrors.typeLocked, collectErrors.optionsLocked],
  }),
}
