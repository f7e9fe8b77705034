import { codes } from '@kaopei/contract'

/** Of what a post assessment consists. */
export const postPart = codes({
  knowledge: { code: 1, label: '通用知识' },
  skill: { code: 2, label: '专业技能' },
  personality: { code: 3, label: '职业性格' },
})

/** Of one person in one part. */
export const partState = codes({
  open: { code: 0, label: '未开始', tone: 'neutral' },
  begun: { code: 1, label: '进行中', tone: 'info' },
  scoring: { code: 2, label: '待出结果', tone: 'active' },
  done: { code: 3, label: '已完成', tone: 'success' },
  missed: { code: 4, label: '未参加', tone: 'warning' },
  withdrawn: { code: 5, label: '已退出', tone: 'warning' },
  voided: { code: 6, label: '已作废', tone: 'danger' },
  erased: { code: 7, label: '已删除', tone: 'neutral' },
})

/** Of the fit to the post's model; `none`: the post had none. */
export const postVerdicts = ['enough', 'untested', 'below', 'short', 'none'] as const
export type PostVerdict = (typeof postVerdicts)[number]

export const postVerdictWords = {
  enough: { label: '达标', tone: 'success' },
  untested: { label: '关键技能未测', tone: 'warning' },
  below: { label: '不达标', tone: 'danger' },
  short: { label: '数据不足', tone: 'neutral' },
  none: { label: '无岗位模型', tone: 'neutral' },
} as const
