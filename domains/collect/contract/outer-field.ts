import { endpoint, id, recordOf, rowVersion } from '@kaopei/contract'
import { staffMenu } from '@kaopei/org/contract/menus'
import { customType } from '@kaopei/org/contract/own-fields'
import { z } from 'zod'
import { collectErrors } from './errors.ts'
import { collectField, fieldName, fittingOptions, hasFittingOptions, optionContent } from './field.ts'
import { collectMenu, examEditor, examReader } from './menus.ts'
import { answer } from './own-info.ts'

const one = z.object({ id })
const removing = {
  access: collectMenu.rights.edit,
  audit: { action: 'delete', target: 'outerField' },
  input: one,
} as const
const filled = collectField.extend({
  content: z.union([z.string(), z.array(z.string())]).nullable(),
  /** False: removed or switched off meanwhile; what was filled in is still shown. */
  isInUse: z.boolean(),
})
export type FilledField = z.output<typeof filled>

export const outerField = {
  add: endpoint({
    path: '/api/v1/systemStaffOuterField/add',
    summary: '新增收集字段',
    access: [collectMenu.rights.edit, examEditor],
    audit: { action: 'create', target: 'outerField' },
    input: z
      .object({ name: fieldName, customType: customType.schema, optionContent: optionContent.default([]) })
      .refine(hasFittingOptions, fittingOptions),
    output: one,
    errors: [collectErrors.nameTaken, collectErrors.tooMany],
  }),
  /** The name may change and options may be added; the type and the options there are stay. */
  update: endpoint({
    path: '/api/v1/systemStaffOuterField/update',
    summary: '修改收集字段',
    access: [collectMenu.rights.edit, examEditor],
    audit: { action: 'update', target: 'outerField' },
    input: z.object({
      id,
      name: fieldName,
      customType: customType.schema.optional(),
      optionContent: optionContent.optional(),
      version: rowVersion,
    }),
    output: collectField,
    errors: [collectErrors.nameTaken, collectErrors.typeLocked, collectErrors.optionsLocked],
  }),
  get: endpoint({
    path: '/api/v1/systemStaffOuterField/get',
    method: 'GET',
    summary: '收集字段详情',
    access: [collectMenu.rights.view, examReader],
    audit: 'read',
    input: one,
    output: collectField,
  }),
  remove: endpoint({ path: '/api/v1/systemStaffOuterField/remove/:id', summary: '删除收集字段', ...removing }),
  /** The specification's destructive GET: like every call it needs the session's token and signature, so no link in a page can fire it. */
  removeByGet: endpoint({
    path: '/api/v1/systemStaffOuterField/remove/:id',
    method: 'GET',
    summary: '删除收集字段',
    ...removing,
  }),
  /** What somebody has filled in, candidate or employee, with the fields nobody has filled yet. */
  getStaffValues: endpoint({
    path: '/api/v1/systemStaffOuterField/getStaffValues',
    method: 'GET',
    summary: '人员的自定义信息',
    access: staffMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: z.object({ staffId: id }),
    output: z.array(filled),
  }),
  saveStaffValues: endpoint({
    path: '/api/v1/systemStaffOuterField/saveStaffValues',
    summary: '保存人员的自定义信息',
    access: staffMenu.rights.edit,
    scope: 'department',
    audit: { action: 'update', target: 'staffValue' },
    input: z.object({
      staffId: id,
      values: recordOf(z.string().max(50), answer, 200),
      /** What the editor has read. Where somebody else has written since, the call ends with 1007 and what is there now. */
      before: recordOf(z.string().max(50), answer, 200).optional(),
    }),
    output: z.array(filled),
  }),
}
