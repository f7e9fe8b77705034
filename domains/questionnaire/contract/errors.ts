import { errors } from '@kaopei/contract'

export const questionnaireErrors = errors('questionnaire', {
  notDraft: { code: 3150, text: '问卷已发布，只能修改文字；要改题目，请复制为新问卷' },
  /** The text names the first; `data.faults` has all. */
  faulty: { code: 3151, text: '问卷还不能发布，请先修正检查出的问题' },
  instructorMissing: { code: 3165, text: '评价的讲师不存在或已停用，请重新选择' },
  timesInverted: { code: 3152, text: '结束时间必须晚于开始时间' },
  endPast: { code: 3153, text: '结束时间已过，请先调整答题时间' },
  notPublished: { code: 3154, text: '问卷没有发布，不能执行此操作' },
  alreadyClosed: { code: 3155, text: '问卷已经结束' },
  noAudience: { code: 3156, text: '还没有选择答卷人员，请先添加；只由课程或培训项目的任务发放时，请在发布时勾选' },
  frozen: { code: 3157, text: '匿名、答卷方式和可否修改在发布后不能更改' },
  idsChanged: { code: 3158, text: '发布后只能修改文字，不能增删题目、选项或条件' },
  hasAnswers: { code: 3159, text: '已有人作答，问卷不能删除，请改为关闭' },
  pictureRefused: { code: 3160, text: '图片不能使用，请重新上传' },
  wrongAudience: { code: 3161, text: '这份问卷的答卷方式不是这一种，不能执行此操作' },
  groupRefused: { code: 3162, text: '有部门或用户组不存在、已删除或不在您的管理范围内' },
  overForGood: { code: 3164, text: '匿名问卷结束后不能再开放：新的答卷会与已显示的结果相差过少' },
  notOver: { code: 3180, text: '问卷还没有结束，请先结束问卷' },
  noneUnopened: { code: 3181, text: '没有打不开的答卷' },
  ledByTask: { code: 3182, text: '由课程或培训项目的任务加入，请在那里调整' },
  linkExpiryPast: { code: 3163, text: '链接的到期时间应晚于现在' },
  linksFull: { code: 3166, text: '一份问卷最多创建 500 个链接，请使用已有的链接' },
})

export const answerErrors = errors('questionnaireAnswer', {
  notOpen: { code: 3170, text: '现在不在答题时间内' },
  notYours: { code: 3171, text: '这份问卷不由您作答，请联系发放问卷的人' },
  already: { code: 3172, text: '您已经提交过这份问卷' },
  /** `data.problems` has them by question. */
  problems: { code: 3173, text: '还有题目没有填好，请检查后提交' },
  isAnonymous: { code: 3174, text: '这是匿名问卷，请通过匿名方式提交' },
  notAnonymous: { code: 3175, text: '这不是匿名问卷，请直接提交' },
  ticketInvalid: { code: 3176, text: '答卷凭证无效，请重新打开问卷后提交' },
  linkOver: { code: 3177, text: '链接无效、已过期或已停用，请联系发放问卷的人' },
  fileRefused: { code: 3178, text: '上传的文件不能使用，请重新上传' },
  /** Claimed with another secret: on another device, or before the browser forgot. */
  claimed: {
    code: 3179,
    text: '您已在另一台设备或浏览器上领取了匿名凭证，请在那里完成提交。系统不知道谁的凭证用过，所以不能补发',
  },
})

export const resultErrors = errors('questionnaireResult', {
  tooFew: { code: 3185, text: '匿名问卷满 5 份才显示结果' },
  tooClose: { code: 3186, text: '这个筛选与已显示的结果合起来会透露不到 5 人的作答，为保护匿名不能显示，请换一个筛选条件' },
  filterWhileOpen: { code: 3187, text: '匿名问卷结束后才能筛选和交叉分析' },
  sheetsHidden: { code: 3188, text: '匿名问卷不显示单份答卷' },
  personHidden: { code: 3189, text: '匿名问卷不能按部门等个人信息分析' },
  exportWhole: { code: 3192, text: '匿名问卷只能整体导出，请去掉筛选条件' },
  noneFound: { code: 3193, text: '没有符合条件的答卷，请换一个筛选条件' },
  notText: { code: 3190, text: '请选择文字类题目' },
  notTable: { code: 3191, text: '这类题目不能做交叉分析，请换一题' },
})
