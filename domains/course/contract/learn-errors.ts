import { errors } from '@kaopei/contract'

/** What a learner is refused: 3050 to 3079. */
export const learnErrors = errors('learn', {
  notEnrolled: { code: 3050, text: '您不在这门课程的学员中，请联系课程管理员' },
  /** The text names the reasons; `data.reasons` are those of the lock. */
  locked: { code: 3051, text: '该任务尚未开放' },
  gone: { code: 3052, text: '课程或任务已被移除，请返回课程页查看' },
  licenceOver: { code: 3053, text: '课程的使用期限已结束，学习记录已保留，请联系管理员' },
  noSeat: { code: 3054, text: '该课程没有为您保留账号，请联系管理员分配' },
  notOpened: { code: 3055, text: '学习记录与任务不符，请重新打开任务' },
  notReady: { code: 3056, text: '内容还在准备中，请稍后再试' },
  notThisKind: { code: 3057, text: '该任务不能这样打开，请从课程页进入' },
  tooSoon: { code: 3058, text: '阅读时间还不够，请继续阅读' },
})
