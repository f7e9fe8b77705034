import { endpoint, id, rowVersion } from '@kaopei/contract'
import { staffMenu } from '@kaopei/org/contract/menus'
import { z } from 'zod'
import { collectErrors } from './errors.ts'
import { collectField } from './field.ts'
import { collectMenu, examEditor, examReader } from './menus.ts'

/** Every field of outside candidates in one of three lists; `unkown` (the specification's spelling) are those not asked for. */
const collection = z.object({
  requirement: z.array(collectField),
  optional: z.array(collectField),
  unkown: z.array(collectField),
  /** 0 while nothing was saved. */
  version: z.number().int(),
  /** False: the company's default stands in for the exam's own. */
  isOwn: z.boolean(),
})
export type OuterCollection = z.output<typeof collection>

const fieldIds = z.array(z.string().min(1).max(50)).max(60, '字段过多')
const lists = { requirement: fieldIds, optional: fieldIds, version: rowVersion }
const errors = [collectErrors.unknownField, collectErrors.fixedField, collectErrors.listedTwice]

export const outerCollection = {
  getDefaultCollection: endpoint({
    path: '/api/v1/systemStaffOuterCollection/getDefaultCollection',
    method: 'GET',
    summary: '默认收集信息',
    access: [collectMenu.rights.view, staffMenu.rights.view, examReader],
    audit: 'read',
    output: collection,
  }),
  /** The exam's own, or the company's default. */
  getExamCollection: endpoint({
    path: '/api/v1/systemStaffOuterCollection/getExamCollection/:id',
    method: 'GET',
    summary: '考试收集信息',
    access: [examReader, collectMenu.rights.view],
    audit: 'read',
    input: z.object({ id }),
    output: collection,
  }),
  saveDefaultCollection: endpoint({
    path: '/api/v1/systemStaffOuterCollection/saveDefaultCollection',
    summary: '保存默认收集信息',
    access: collectMenu.rights.edit,
    audit: { action: 'update', target: 'outerCollection' },
    input: z.object(lists),
    output: collection,
    errors,
  }),
  saveExamCollection: endpoint({
    path: '/api/v1/systemStaffOuterCollection/saveExamCollection/:id',
    summary: '保存考试收集信息',
    access: [examEditor, collectMenu.rights.edit],
    audit: { action: 'update', target: 'outerCollection' },
    input: z.object({ ...lists, id }),
    output: collection,
    errors,
  }),
}
