import { errors } from '@kaopei/contract'

export const practiceErrors = errors('practice', {
  notDraft: { code: 3100, text: '练习已发布，不能执行此操作' },
  notPublished: { code: 3101, text: '练习尚未发布' },
  ended: { code: 3102, text: '练习已结束，不能执行此操作' },
  frozen: { code: 3103, text: '练习已发布，不能修改试题' },
  timesInverted: { code: 3104, text: '练习结束时间必须晚于开始时间' },
  /** The text names the first finding; `data.findings` has all. */
  checksFailed: { code: 3105, text: '练习未通过发布前检查' },
  warningsUnconfirmed: { code: 3106, text: '发布前检查有需要确认的提示' },
  unknownStaff: { code: 3107, text: '有人员不存在、已停用或不在您的管理范围内' },
  audienceRefused: { code: 3108, text: '有部门或用户组不存在、已删除或不在您的管理范围内' },
  examRefused: { code: 3109, text: '所选考试不存在、已取消，或仍有人可以作答，请重新选择' },
  notChosen: { code: 3110, text: '练习没有指定人员，请先将参与方式改为“指定人员”' },
  nothingToExport: { code: 3111, text: '没有可导出的数据' },
  audienceOutOfScope: { code: 3112, text: '练习的人员不全在您的管理范围内，请联系管理员操作' },
  reportAnswered: { code: 3115, text: '该纠错已处理，请刷新查看' },
})

export const learnErrors = errors('practiceLearn', {
  notYours: { code: 3120, text: '您不在这个练习的范围内' },
  notOpen: { code: 3121, text: '练习还没有开始' },
  over: { code: 3122, text: '练习已结束' },
  noRepeat: { code: 3123, text: '此练习只能练习一轮，您已经完成' },
  /** The text says what is missing, by mode. */
  empty: { code: 3124, text: '暂时没有可以练习的题目' },
  runOver: { code: 3125, text: '这一轮练习已经完成，请重新开始一轮' },
  notMet: { code: 3126, text: '只能对练习过的题目操作' },
  /** Of another kind than the question. */
  answerKind: { code: 3127, text: '答案与题型不符，请刷新页面后重试' },
  notOwn: { code: 3128, text: '只有需要自评的题目可以自评' },
  notEasy: { code: 3129, text: '今天首次答对的题目才能标记为太简单' },
  reportedAlready: { code: 3130, text: '您已提交过这道题的纠错，请等待处理' },
})
