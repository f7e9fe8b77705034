import { codes } from '@kaopei/contract'

export const templateStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  used: { code: 1, label: '使用中', tone: 'success' },
  stopped: { code: 2, label: '已停用', tone: 'warning' },
})

/** As it is kept. */
export const certificateState = codes({
  valid: { code: 1, label: '有效', tone: 'success' },
  revoked: { code: 2, label: '已撤销', tone: 'danger' },
  superseded: { code: 3, label: '已更换', tone: 'neutral' },
})

/** As it is shown: one that is over is genuine and expired. */
export const certificateStanding = codes({
  valid: { code: 1, label: '有效', tone: 'success' },
  revoked: { code: 2, label: '已撤销', tone: 'danger' },
  superseded: { code: 3, label: '已更换', tone: 'neutral' },
  expired: { code: 4, label: '已过期', tone: 'warning' },
})

type State = 1 | 2 | 3

export function standingOf(
  { state, validUntil }: { readonly state: State; readonly validUntil: Date | null },
  now: Date,
): State | 4 {
  if (state !== certificateState.valid) return state
  return validUntil !== null && validUntil < now ? certificateStanding.expired : certificateStanding.valid
}

export const ruleKinds = ['hand', 'exam', 'course', 'project', 'evaluation'] as const
export type RuleKind = (typeof ruleKinds)[number]

export const ruleKindWords: Readonly<Record<RuleKind, string>> = {
  hand: '手工或名单',
  exam: '考试合格',
  course: '课程完成',
  project: '培训项目完成',
  evaluation: '测评达到要求',
}

/** Of a photo that a holder sends of themselves. */
export const offerState = codes({
  asked: { code: 0, label: '已请本人上传', tone: 'neutral' },
  waits: { code: 1, label: '待审核', tone: 'warning' },
  refused: { code: 2, label: '已退回', tone: 'danger' },
})

export const proposalCauses = [
  'withdrawn',
  'voided',
  'failed',
  'reopened',
  'projectReopened',
  'resultVoided',
  'resultErased',
] as const

export const proposalCauseWords: Readonly<Record<(typeof proposalCauses)[number], string>> = {
  withdrawn: '成绩已撤回',
  voided: '试卷已作废',
  failed: '重新评分后未达到要求',
  reopened: '课程完成已取消',
  projectReopened: '培训项目完成已取消',
  resultVoided: '测评结果已作废',
  resultErased: '测评结果已应要求删除',
}

export const proposalState = codes({
  open: { code: 0, label: '待处理', tone: 'warning' },
  revoked: { code: 1, label: '已撤销证书', tone: 'danger' },
  kept: { code: 2, label: '已保留证书', tone: 'success' },
  lapsed: { code: 3, label: '无需处理', tone: 'neutral' },
})

export const eventKinds = ['issued', 'replaced', 'revoked', 'proposed', 'kept', 'lapsed', 'reminded'] as const

export const eventWords: Readonly<Record<(typeof eventKinds)[number], string>> = {
  issued: '签发',
  replaced: '已被新证书更换',
  revoked: '撤销',
  proposed: '列入待处理',
  kept: '核对后保留',
  lapsed: '依据已恢复',
  reminded: '已提醒到期',
}
