/** The tree of skills. */
import { asChange, endpoint, id, instant, protocolErrors, requiredText, rowVersion, text, tickFlag } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { z } from 'zod'
import { skillErrors, skillImportErrors } from './errors.ts'
import { skillMenu } from './menus.ts'

const { rights } = skillMenu
const base = '/api/v1/evaluation/skill'
export const mostSkills = 2000
export const mostTreeLevels = 6

const levelShape = z.object({
  level: z.int().min(1).max(5),
  name: requiredText(30, '级别名称'),
  /** What somebody of this level can be seen to do. */
  behaviour: text(1000, '行为表现').default(''),
})

const row = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  code: z.string().nullable(),
  descript: z.string(),
  /** Only sorts what is below it. */
  isGroup: z.boolean(),
  isRetired: z.boolean(),
  sort: z.int(),
  version: z.int(),
})
export type SkillRow = z.output<typeof row>

export const skillFields = {
  name: requiredText(60, '技能名称'),
  code: text(50, '技能编码')
    .nullable()
    .transform((value) => value || null)
    .default(null),
  descript: text(1000, '说明').default(''),
  isGroup: tickFlag.default(false),
  levels: z
    .array(levelShape)
    .max(5, '最多 5 个级别')
    .refine((levels) => new Set(levels.map(({ level }) => level)).size === levels.length, '级别重复')
    .default([]),
}
const saving = [skillErrors.nameTaken, skillErrors.codeTaken, skillErrors.tooDeep, skillErrors.notUsable] as const
const notFound = protocolErrors.notFound

export const skill = {
  /** Every skill of the company, parents and siblings in their order. */
  getSkillList: endpoint({
    path: '/api/v1/evaluation/getSkillList',
    method: 'GET',
    summary: '技能列表',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ keyWords: text(60, '关键字').optional(), isRetired: z.enum(['0', '1']).optional() }),
    output: z.array(row),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '技能详情',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ id }),
    output: row.extend({
      levels: z.array(levelShape),
      posts: z.array(z.object({ id, name: z.string(), requiredLevel: z.int(), isKey: z.boolean() })),
      courseCount: z.int(),
      pointCount: z.int(),
      /** People with a valid level. */
      levelledCount: z.int(),
      evidenceCount: z.int(),
      updatedAt: instant,
    }),
    errors: [notFound],
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新增技能',
    access: rights.edit,
    audit: { action: 'create', target: 'skill' },
    input: z.object({ ...skillFields, parentId: id.nullish().transform((value) => value ?? null) }),
    output: z.object({ id }),
    errors: [...saving, notFound, skillErrors.tooMany],
  }),
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改技能',
    access: rights.edit,
    audit: { action: 'update', target: 'skill' },
    input: z.object({ id, version: rowVersion, ...asChange(skillFields) }),
    errors: [...saving, notFound, protocolErrors.changed, skillErrors.groupNeeded],
  }),
  move: endpoint({
    path: `${base}/move`,
    summary: '移动技能',
    access: rights.edit,
    audit: { action: 'update', target: 'skill' },
    /** `beforeId`: the sibling that it shall stand before; absent or null: last. */
    input: z.object({ id, parentId: id.nullable(), beforeId: id.nullish() }),
    errors: [notFound, skillErrors.nameTaken, skillErrors.intoItself, skillErrors.tooDeep, skillErrors.notUsable],
  }),
  /** Retired, it stays readable with all that shows it; nothing new names it. */
  setRetired: endpoint({
    path: `${base}/setRetired`,
    summary: '停用或恢复技能',
    access: rights.edit,
    audit: { action: 'update', target: 'skill' },
    input: z.object({ id, isRetired: tickFlag }),
    errors: [notFound],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除技能',
    access: rights.edit,
    audit: { action: 'delete', target: 'skill' },
    input: z.object({ id }),
    errors: [notFound, skillErrors.inUse, skillErrors.notEmpty],
  }),
  template: endpoint({
    path: `${base}/template`,
    method: 'GET',
    summary: '下载技能导入模板',
    access: rights.import,
    audit: 'read',
    download: true,
  }),
  /** A workbook of the template, or Moodle's framework CSV. All of it or nothing: faults come back as a workbook with the reason in front. */
  importFile: endpoint({
    path: `${base}/importFile`,
    summary: '导入技能',
    access: rights.import,
    audit: { action: 'import', target: 'skill' },
    atOnce: 2,
    input: z.object({ fileId: id }),
    output: z.object({
      successCount: z.int(),
      addedCount: z.int(),
      changedCount: z.int(),
      failedCount: z.int(),
      failedUrl: z.string().nullable(),
    }),
    errors: [
      skillImportErrors.fileMissing,
      skillImportErrors.invalidTemplate,
      skillImportErrors.unreadableFile,
      skillImportErrors.tooMany,
      skillImportErrors.empty,
      fileErrors.noSpace,
    ],
  }),
  /** All skills, as the template has them: what is exported can be imported. */
  export: endpoint({
    path: `${base}/export`,
    method: 'GET',
    summary: '导出技能',
    access: rights.view,
    audit: { action: 'export', target: 'skill' },
    atOnce: 2,
    download: true,
  }),
}
