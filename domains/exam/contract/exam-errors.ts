import { errors } from '@kaopei/contract'

export const examErrors = errors('exam', {
  frozen: { code: 2300, text: '考试已发布，不能修改此内容' },
  notDraft: { code: 2301, text: '考试已发布，不能执行此操作' },
  notPublished: { code: 2302, text: '考试尚未发布' },
  cancelled: { code: 2303, text: '考试已取消' },
  ended: { code: 2304, text: '考试已结束，不能执行此操作' },
  checksFailed: { code: 2305, text: '考试未通过发布前检查' },
  warningsUnconfirmed: { code: 2306, text: '发布前检查有需要确认的提示' },
  sameQuestionTwice: { code: 2307, text: '同一道试题不能重复添加' },
  unknownQuestion: { code: 2308, text: '有试题不存在或已被删除，请重新选择' },
  unknownStaff: { code: 2309, text: '有人员不存在、已停用或不在您的管理范围内' },
  candidateHasAttempt: { code: 2310, text: '已开始考试的考生不能移除' },
  reviewerRefused: { code: 2311, text: '仅支持填写邮件的账户设置为阅卷官且不能选择相同阅卷官！' },
  timesInverted: { code: 2312, text: '考试结束时间必须晚于开始时间' },
  nothingToExport: { code: 2313, text: '没有可导出的数据' },
  attemptState: { code: 2314, text: '答卷的当前状态不允许此操作' },
  otherAttemptOpen: { code: 2315, text: '考生正在另一份答卷中作答，不能恢复此答卷' },
})
