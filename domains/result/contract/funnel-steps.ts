/** The participation funnel, in its order. */
export const funnelSteps = ['premiseExam', 'hasExam', 'completeExam', 'passExam', 'review', 'exception', 'cheat'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export const funnelStepLabels: Record<FunnelStep, string> = {
  premiseExam: '可参考人数',
  hasExam: '参考人数',
  completeExam: '交卷人数',
  passExam: '通过人数',
  review: '待阅卷人数',
  exception: '异常人数',
  cheat: '作弊人数',
}
