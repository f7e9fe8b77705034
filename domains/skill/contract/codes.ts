import { codes } from '@kaopei/contract'

/** The lower the stronger. */
export const evidenceClass = codes({
  superior: { code: 1, label: '上级评定', tone: 'active' },
  measured: { code: 2, label: '测量', tone: 'success' },
  attested: { code: 3, label: '证书证明', tone: 'info' },
  exposure: { code: 4, label: '已学', tone: 'neutral' },
})

/** What a level is called where the skill has no words of its own. */
export const skillLevel = codes({
  one: { code: 1, label: '1级 了解' },
  two: { code: 2, label: '2级 基本掌握' },
  three: { code: 3, label: '3级 熟练' },
  four: { code: 4, label: '4级 精通' },
  five: { code: 5, label: '5级 专家' },
})

export const contestState = codes({
  waits: { code: 0, label: '待处理', tone: 'warning' },
  agreed: { code: 1, label: '已认可', tone: 'success' },
  declined: { code: 2, label: '维持', tone: 'neutral' },
})

/** Where evidence comes from. Rooms above name themselves here. */
export const sourceKinds = {
  exam: '考试',
  practice: '练习',
  course: '课程',
  project: '培训项目',
  superior: '上级评定',
  evaluation: '测评',
  certificate: '证书',
} as const
export type SourceKind = keyof typeof sourceKinds

/** What a fit comes to. */
export const verdicts = ['enough', 'untested', 'below', 'short'] as const
