/** The words of reports for posts: bands of a share in percent. They have versions; a report keeps the words that it was issued with. */
import { lineText, text } from '@kaopei/contract'
import { z } from 'zod'

const band = z.object({
  /** In percent: it holds from here on, to the next. */
  from: z.number('请输入起点').min(0, '起点应为 0 至 100').max(100, '起点应为 0 至 100'),
  label: lineText(20, '档次').min(1, '请输入档次'),
  text: text(500, '评语').min(1, '请输入评语'),
})
export type PostBand = z.output<typeof band>

const bands = z
  .array(band)
  .min(1, '至少一档')
  .max(8, '最多 8 档')
  .refine((given) => given.some(({ from }) => from === 0), { path: [0, 'from'], message: '最低一档应从 0 开始' })
  .refine((given) => new Set(given.map(({ from }) => from)).size === given.length, '两档的起点不能相同')

export const postTexts = z.object({ knowledge: bands, skill: bands, fit: bands })
export type PostTexts = z.output<typeof postTexts>

/** Version 0, until somebody writes their own. */
export const shippedTexts: PostTexts = {
  knowledge: [
    { from: 0, label: '待加强', text: '对岗位所需的通用知识掌握较少，建议先补齐基础内容，再安排复测。' },
    { from: 60, label: '合格', text: '掌握了岗位所需的主要通用知识，仍有部分内容需要巩固。' },
    { from: 85, label: '良好', text: '通用知识掌握扎实，能够支撑日常工作中的判断。' },
  ],
  skill: [
    { from: 0, label: '待加强', text: '专业技能与岗位要求有明显差距，建议按短板安排课程与带教。' },
    { from: 60, label: '合格', text: '具备岗位所需的基本专业技能，可以独立承担常规任务。' },
    { from: 85, label: '熟练', text: '专业技能熟练，能够处理较复杂的任务并指导他人。' },
  ],
  fit: [
    { from: 0, label: '差距较大', text: '已测技能与岗位要求差距较大，建议先制定发展计划。' },
    { from: 70, label: '基本匹配', text: '大部分已测技能达到岗位要求，个别技能需要提升。' },
    { from: 90, label: '高度匹配', text: '已测技能达到或接近岗位的全部要求。' },
  ],
}

/** The band of a share of 1; words are never made up where there is no figure. */
export function bandOf(given: readonly PostBand[], share: number | null): PostBand | null {
  if (share === null) return null
  const percent = Math.round(share * 1000) / 10
  return given.toSorted((a, b) => b.from - a.from).find(({ from }) => percent >= from) ?? null
}
