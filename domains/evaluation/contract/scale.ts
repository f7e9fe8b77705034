/** 测评库: scales as their authors see them. */
import { asChange, endpoint, id, instant, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { appointmentMode, scaleKind, scaleStatus } from './codes.ts'
import { definition, mostItems, scaleFile } from './definition.ts'
import { scaleErrors } from './errors.ts'
import { assessmentMenu, evaluationLibraryMenu, libraryResultMenu, postTestMenu, testResultMenu } from './menus.ts'
import { scaleFault } from './rules/definition-faults.ts'

const { rights } = evaluationLibraryMenu
export const scaleAuthors = [rights.edit, rights.add] as const
const base = '/api/v1/evaluation/library'

export const shippedKeys = ['ipip50', 'manager30'] as const
export type ShippedKey = (typeof shippedKeys)[number]

const listed = z.object({
  id,
  name: z.string(),
  kind: scaleKind.schema,
  status: scaleStatus.schema,
  /** Published; 0: none yet. */
  versionNumber: z.int(),
  /** Something was changed since. */
  hasDraft: z.boolean(),
  itemCount: z.int(),
  appointmentCount: z.int(),
  licence: z.string(),
  creatorName: z.string().nullable(),
  updateTime: instant,
  version: rowVersion,
})
export type ScaleRow = z.output<typeof listed>

/** Of scales of knowledge and skills: four fifths of a dimension's points show the level, three fifths the one below. */
export const mostSkills = 60
export const skillOfDimension = z.object({
  dimension: z.string().min(1, '请选择维度').max(40, '维度标识不超过 40 个字符'),
  skillId: z.uuid('请选择技能'),
  level: z.int().min(1, '级别为 1 到 5').max(5, '级别为 1 到 5'),
})

export type SkillOfDimension = z.output<typeof skillOfDimension>

const companyNorm = z.object({
  id,
  number: z.int(),
  n: z.int(),
  frozenAt: instant,
  versionNumber: z.int(),
  /** Of which answers; 0: of both together, which compares nobody any more. */
  mode: z.int(),
})

const detail = z.object({
  id,
  version: rowVersion,
  status: scaleStatus.schema,
  name: z.string(),
  kind: scaleKind.schema,
  information: z.string(),
  licence: z.string(),
  source: z.string(),
  retentionMonths: z.int(),
  skillMap: z.array(skillOfDimension),
  definition,
  /** Of what is shown; published or the next. */
  versionNumber: z.int(),
  publishedNumber: z.int(),
  hasDraft: z.boolean(),
  createTime: instant,
  updateTime: instant,
})
export type ScaleDetail = z.output<typeof detail>

const changed = z.object({ id, version: rowVersion })
const { name, kind, information, licence, source, retentionMonths } = scaleFile.shape

export const scaleFields = {
  ...{ name, kind, information, licence, source, retentionMonths },
  skillMap: z.array(skillOfDimension).max(mostSkills, `最多 ${mostSkills} 个对应关系`).default([]),
}

export const scale = {
  list: endpoint({
    path: `${base}/list`,
    summary: '测评库',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({
      name: text(100, '量表名称').optional(),
      kind: z.coerce.number().pipe(scaleKind.schema).optional(),
      status: z.coerce.number().pipe(scaleStatus.schema).optional(),
    }),
    output: pageOf(listed),
  }),
  /** To choose a published one by, without its items: for whoever arranges evaluations or reads statistics. */
  choices: endpoint({
    path: `${base}/choices`,
    summary: '选择量表',
    access: [
      rights.view,
      assessmentMenu.rights.view,
      postTestMenu.rights.view,
      libraryResultMenu.rights.view,
      testResultMenu.rights.view,
    ],
    audit: 'read',
    input: pageQuery.extend({
      name: text(100, '量表名称').optional(),
      kind: z.coerce.number().pipe(scaleKind.schema).optional(),
      /** Withdrawn ones too: nothing new is arranged with them, what was answered stays. */
      isWithdrawnToo: z.boolean().default(false),
      scaleId: id.optional(),
    }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        kind: scaleKind.schema,
        itemCount: z.int(),
        /** The scale's own, of which an appointment may name one. */
        norms: z.array(z.object({ id: z.string(), name: z.string(), n: z.int(), date: z.string() })),
      }),
    ),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '量表详情',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: detail,
  }),
  /** Frozen by the company, the newest first. */
  norms: endpoint({
    path: `${base}/norms`,
    summary: '企业常模',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({ id }),
    output: pageOf(companyNorm),
  }),
  /** Without an id it makes a draft; with one it saves over the version that was read, and what is left out stays as it is. What is published stays as it is until the next is. */
  save: endpoint({
    path: `${base}/save`,
    summary: '保存量表',
    access: scaleAuthors,
    audit: { action: 'save', target: 'evaluation-scale' },
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({
      id: id.optional(),
      version: rowVersion.optional(),
      ...asChange(scaleFields),
      definition: definition.optional(),
    }),
    output: changed,
    errors: [scaleErrors.otherKind, scaleErrors.skillRefused, scaleErrors.dimensionRefused],
  }),
  checks: endpoint({
    path: `${base}/checks`,
    summary: '检查量表',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({ faults: z.array(scaleFault) }),
  }),
  publish: endpoint({
    path: `${base}/publish`,
    summary: '发布量表',
    access: rights.publish,
    audit: { action: 'publish', target: 'evaluation-scale' },
    input: z.object({ id, version: rowVersion.optional() }),
    output: changed,
    errors: [scaleErrors.faulty, scaleErrors.nothingNew],
  }),
  /** No further appointment takes it; what is under way goes on. */
  withdraw: endpoint({
    path: `${base}/withdraw`,
    summary: '停用量表',
    access: rights.publish,
    audit: { action: 'withdraw', target: 'evaluation-scale' },
    input: z.object({ id }),
    output: changed,
    errors: [scaleErrors.notPublished],
  }),
  restore: endpoint({
    path: `${base}/restore`,
    summary: '启用量表',
    access: rights.publish,
    audit: { action: 'restore', target: 'evaluation-scale' },
    input: z.object({ id }),
    output: changed,
    errors: [scaleErrors.notPublished],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除量表',
    access: rights.remove,
    audit: { action: 'delete', target: 'evaluation-scale' },
    input: z.object({ id }),
    errors: [scaleErrors.inUse],
  }),
  /** One of those that the product brings along, published as it is. */
  addShipped: endpoint({
    path: `${base}/addShipped`,
    summary: '添加内置量表',
    access: rights.add,
    audit: { action: 'addShipped', target: 'evaluation-scale' },
    input: z.object({ key: z.enum(shippedKeys, '没有这份内置量表') }),
    output: changed,
    errors: [scaleErrors.alreadyThere],
  }),
  shipped: endpoint({
    path: `${base}/shipped`,
    summary: '内置量表',
    access: rights.view,
    audit: 'read',
    output: z.array(
      z.object({
        key: z.enum(shippedKeys),
        name: z.string(),
        kind: scaleKind.schema,
        information: z.string(),
        licence: z.string(),
        itemCount: z.int(),
        isAdded: z.boolean(),
      }),
    ),
  }),
  /** A whole scale, `kaopei-scale/1`; it becomes a draft. */
  importFile: endpoint({
    path: `${base}/importFile`,
    summary: '导入量表',
    access: rights.add,
    audit: { action: 'import', target: 'evaluation-scale' },
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({ file: scaleFile }),
    /** Skills of the file that the company has not: their dimensions lead to none. */
    output: changed.extend({ unknownSkills: z.array(z.string()) }),
  }),
  exportFile: endpoint({
    path: `${base}/scaleFile`,
    method: 'GET',
    summary: '导出量表',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    download: true,
  }),
  /** Items with their dimension, facet and direction as .xlsx; of a new scale the template. */
  exportItems: endpoint({
    path: `${base}/itemsWorkbook`,
    method: 'GET',
    summary: '导出量表题目',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    download: true,
  }),
  /** In the place of the draft's items, facets and dimensions; texts of dimensions that keep their name stay. */
  importItems: endpoint({
    path: `${base}/importItems`,
    summary: '导入量表题目',
    access: scaleAuthors,
    audit: { action: 'importItems', target: 'evaluation-scale' },
    input: z.object({ id, version: rowVersion, fileId: id }),
    output: changed.extend({ itemCount: z.int().max(mostItems), dimensionCount: z.int() }),
    errors: [scaleErrors.fileMissing, scaleErrors.unreadableFile, scaleErrors.noItems, scaleErrors.rowRefused],
  }),
  /** Everybody who has answered the published version so far becomes the group that later ones are compared with. */
  freezeNorm: endpoint({
    path: `${base}/freezeNorm`,
    summary: '冻结企业常模',
    access: libraryResultMenu.rights.norm,
    audit: { action: 'freezeNorm', target: 'evaluation-scale' },
    input: z.object({ id, mode: appointmentMode.schema.default(appointmentMode.own) }),
    output: z.object({ number: z.int(), n: z.int() }),
    errors: [scaleErrors.notPublished, scaleErrors.normTooFew],
  }),
}
