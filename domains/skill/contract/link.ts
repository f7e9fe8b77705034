/** Which skills courses and projects lead to, and which skills questions of knowledge points test. */
import { endpoint, id, pageOf, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { z } from 'zod'
import { linkErrors, skillErrors } from './errors.ts'
import { linkReaders, linkWriters } from './menus.ts'

const base = '/api/v1/evaluation/skillLink'

export const teachingKinds = ['course', 'project'] as const
export type TeachingKind = (typeof teachingKinds)[number]

const level = z.int('请选择级别').min(1, '级别应为 1 至 5').max(5, '级别应为 1 至 5')
const noRepeat = (rows: readonly { readonly skillId: string }[]) =>
  new Set(rows.map(({ skillId }) => skillId)).size === rows.length
const repeated = '同一个技能只能选择一次'
const shown = z.object({ skillId: id, skillName: z.string(), level: z.int() })

const teachingRow = z.object({
  kind: z.enum(teachingKinds),
  id,
  name: z.string(),
  isOnShelf: z.boolean(),
  /** Null: nothing is said of it yet. */
  hours: z.number().nullable(),
  version: z.int(),
  skills: z.array(shown),
})
export type TeachingRow = z.output<typeof teachingRow>

const pointRow = z.object({ id, name: z.string(), skills: z.array(shown) })
export type PointRow = z.output<typeof pointRow>

export const skillLink = {
  teachings: endpoint({
    path: `${base}/teachings`,
    summary: '课程、项目与技能的对应',
    access: linkReaders,
    audit: 'read',
    input: pageQuery.extend({
      kind: z.enum(teachingKinds).default('course'),
      keyWords: text(100, '关键字').optional(),
      skillId: id.optional(),
      /** One of them, for its own page. */
      targetId: id.optional(),
    }),
    output: pageOf(teachingRow),
  }),
  saveTeaching: endpoint({
    path: `${base}/saveTeaching`,
    summary: '保存课程或项目对应的技能',
    access: linkWriters,
    audit: { action: 'update', target: 'skill-teaching' },
    input: z.object({
      kind: z.enum(teachingKinds),
      targetId: id,
      version: z.int().min(0),
      hours: z
        .number('请输入学时')
        .min(0.1, '学时至少 0.1 小时')
        .max(9999, '学时不能超过 9999 小时')
        .transform((value) => Math.round(value * 10) / 10),
      /** None: it leads to no skill. */
      skills: z
        .array(z.object({ skillId: id, level }))
        .max(30, '一门课程最多对应 30 个技能')
        .refine(noRepeat, repeated),
    }),
    errors: [protocolErrors.noPermission, linkErrors.targetMissing, skillErrors.notUsable, protocolErrors.changed],
  }),
  points: endpoint({
    path: `${base}/points`,
    summary: '知识点与技能的对应',
    access: linkReaders,
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      skillId: id.optional(),
      /** One of them, for its own line. */
      pointId: id.optional(),
    }),
    output: pageOf(pointRow),
  }),
  /** Exams of before are measured again by it, and practices looked at. */
  savePoint: endpoint({
    path: `${base}/savePoint`,
    summary: '保存知识点对应的技能',
    access: linkWriters,
    audit: { action: 'update', target: 'skill-point' },
    input: z.object({
      pointId: id,
      skills: z
        .array(z.object({ skillId: id, level }))
        .max(10, '一个知识点最多对应 10 个技能')
        .refine(noRepeat, repeated),
      /** What it tested when it was read: nobody overwrites what somebody else has changed since. */
      before: z.array(z.object({ skillId: id, level })).max(10),
    }),
    errors: [protocolErrors.noPermission, linkErrors.targetMissing, skillErrors.notUsable, protocolErrors.changed],
  }),
}
