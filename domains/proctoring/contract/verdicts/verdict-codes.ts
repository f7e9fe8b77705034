/** Words of verdicts: what is decided, why, on what evidence, and where a case stands. */
import { labelled } from '@kaopei/contract'
import { z } from 'zod'

export const verdictKinds = ['clean', 'warning', 'violation', 'void'] as const
export type VerdictKind = (typeof verdictKinds)[number]

/** They take something from the candidate: a second person confirms them. */
export function isHarmful(kind: VerdictKind): kind is 'violation' | 'void' {
  return kind === 'violation' || kind === 'void'
}

export const verdictLabels: Readonly<Record<VerdictKind, string>> = {
  clean: '无异常',
  warning: '警告',
  violation: '违规',
  void: '作弊（答卷作废）',
}
export const verdictKind = labelled(z.enum(verdictKinds, '请选择裁定结论'), verdictLabels)

export const caseStates = [
  'notReviewed',
  'clean',
  'warning',
  'proposed',
  'confirmed',
  'appealed',
  'upheld',
  'overturned',
] as const
export const caseState = z.enum(caseStates)
export type CaseState = z.output<typeof caseState>

export const caseLabels: Readonly<Record<CaseState, string>> = {
  notReviewed: '未审核',
  clean: '无异常',
  warning: '警告',
  proposed: '待确认',
  confirmed: '已确认',
  appealed: '申诉中',
  upheld: '申诉后维持',
  overturned: '申诉后撤销',
}

export const stepLabels = {
  clear: '认定无异常',
  warn: '给予警告',
  propose: '提出裁定',
  decide: '作出裁定',
  confirm: '确认裁定',
  decline: '不同意裁定',
  withdraw: '撤回提议',
  appeal: '考生申诉',
  uphold: '维持裁定',
  overturn: '撤销裁定',
} as const

/** Files that may come with an appeal. */
export const mostAppealFiles = 6

/** Why, from a catalogue; the candidate is told these words. */
export const verdictReasons = {
  behaviour: {
    label: '考场行为',
    reasons: {
      absent: '考试中擅自离开答题界面',
      conduct: '违反考场纪律',
      capture: '遮挡或关闭监考采集',
      outside: '擅自离开座位或考场',
    },
  },
  aid: {
    label: '使用帮助',
    reasons: { materials: '使用禁止的资料', device: '使用通讯设备或其他软件', help: '接受他人协助' },
  },
  identity: { label: '身份', reasons: { impersonation: '由他人替考', substituted: '中途更换作答人' } },
  content: { label: '作答与试题', reasons: { collusion: '抄袭或相互传递答案', leak: '泄露或传播试题' } },
  other: { label: '其他', reasons: { none: '未发现问题', explained: '异常有合理解释', other: '其他原因' } },
} as const

const reasonTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(verdictReasons).flatMap(([group, { reasons }]) =>
    Object.entries(reasons).map(([name, text]) => [`${group}.${name}`, text] as const),
  ),
)

export const verdictReason = labelled(z.enum(Object.keys(reasonTexts), '请选择原因'), reasonTexts)

export function verdictReasonText(code: string | null): string {
  return code === null ? '' : (reasonTexts[code] ?? code)
}

export const evidenceKinds = ['mark', 'absence', 'gap', 'witness', 'suspicion'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const evidenceLabels: Readonly<Record<EvidenceKind, string>> = {
  mark: '已标记的画面或录像',
  absence: '离开答题界面超过限制',
  gap: '监控记录缺失',
  witness: '监考人员陈述',
  suspicion: '可疑提示（相似答卷、地址等）',
}
export const evidenceKind = labelled(z.enum(evidenceKinds), evidenceLabels)

export const anomalyKind = z.enum(['mark', 'absence', 'gap'])
export type AnomalyKind = z.output<typeof anomalyKind>
export const anomalyState = z.enum(['open', 'confirmed', 'dismissed'])

export const anomalyStateLabels = { open: '待处理', confirmed: '属实', dismissed: '已排除' } as const
