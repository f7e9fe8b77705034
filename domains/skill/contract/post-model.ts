/** What posts ask for. Each saving is a version. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, text, tickFlag } from '@kaopei/contract'
import { z } from 'zod'
import { postModelErrors, skillErrors } from './errors.ts'
import { skillMenu } from './menus.ts'

const { rights } = skillMenu
const base = '/api/v1/evaluation/postModel'

const demand = z.object({
  skillId: id,
  requiredLevel: z.int('请选择要求级别').min(1, '要求级别应为 1 至 5').max(5, '要求级别应为 1 至 5'),
  weight: z.int('权重应为整数').min(1, '权重应为 1 至 100').max(100, '权重应为 1 至 100'),
  /** Left out: as it was demanded until now; of a new demand, no. */
  isKey: tickFlag.optional(),
})
const shownDemand = z.object({
  skillId: id,
  skillName: z.string(),
  isRetired: z.boolean(),
  requiredLevel: z.int(),
  weight: z.int(),
  isKey: z.boolean(),
})
export type ShownDemand = z.output<typeof shownDemand>

const postRow = z.object({
  id,
  name: z.string(),
  staffCount: z.int(),
  /** 0: no model. */
  skillCount: z.int(),
  keyCount: z.int(),
  /** Null: no model. */
  number: z.int().nullable(),
  updatedAt: instant.nullable(),
})
export type PostModelRow = z.output<typeof postRow>

const version = z.object({
  id,
  number: z.int(),
  note: z.string(),
  createdByName: z.string(),
  createdAt: instant,
  skills: z.array(shownDemand),
})

export const postModel = {
  getPostList: endpoint({
    path: '/api/v1/evaluation/getPostList',
    summary: '岗位模型列表',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      /** 1 with a model, 0 without. */
      hasModel: z.coerce.number().int().min(0).max(1).optional(),
    }),
    output: pageOf(postRow),
  }),
  /** Every post by name, for choosing. */
  allPost: endpoint({
    path: '/api/v1/evaluation/allPost',
    method: 'GET',
    summary: '全部岗位',
    access: 'signedIn',
    audit: 'read',
    output: z.array(z.object({ id, name: z.string(), hasModel: z.boolean() })),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '岗位模型',
    access: 'signedIn',
    audit: 'read',
    /** `before`: versions older than this number. */
    input: z.object({ postId: id, before: z.int().min(1).optional() }),
    output: z.object({
      postId: id,
      postName: z.string(),
      /** The newest first, 50 at once, down to number 1; none: no model yet. */
      versions: z.array(version),
    }),
    errors: [postModelErrors.postMissing],
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '保存岗位模型',
    access: rights.model,
    audit: { action: 'update', target: 'post-model' },
    input: z.object({
      postId: id,
      /** The version that was changed; 0: there was none. */
      number: z.int().min(0),
      note: text(200, '版本说明').default(''),
      skills: z.array(demand).min(1, '请至少要求一个技能').max(60, '一个岗位最多要求 60 个技能'),
    }),
    output: z.object({ number: z.int() }),
    errors: [
      postModelErrors.postMissing,
      postModelErrors.repeated,
      postModelErrors.unchanged,
      skillErrors.notUsable,
      protocolErrors.changed,
    ],
  }),
}
