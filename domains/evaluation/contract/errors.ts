import { errors } from '@kaopei/contract'

export const scaleErrors = errors('evaluationScale', {
  /** The text names the first; `data.faults` has all. */
  faulty: { code: 3600, text: '量表还不能发布，请先修正检查出的问题' },
  notPublished: { code: 3601, text: '量表没有发布，不能执行此操作' },
  nothingNew: { code: 3602, text: '没有需要发布的修改' },
  inUse: { code: 3603, text: '已有测评安排使用这份量表，不能删除，请改为停用' },
  alreadyThere: { code: 3604, text: '测评库中已有这份内置量表' },
  fileMissing: { code: 3605, text: '文件不存在或已过期，请重新上传' },
  unreadableFile: { code: 3606, text: '文件不能读取，请使用导出的题目表格填写后再导入' },
  noItems: { code: 3607, text: '文件中没有题目，请从第二行起每行填写一题' },
  /** The text names the row and what is wrong with it. */
  rowRefused: { code: 3608, text: '文件中有一行填写不正确，请修正后重新导入' },
  normTooFew: { code: 3609, text: '满 100 人作答后才能冻结企业常模' },
  otherKind: { code: 3610, text: '有人作答后，量表的类型不能再改' },
  skillRefused: { code: 3611, text: '有技能不存在、已停用或是分组，请重新选择' },
  /** The text says which. */
  dimensionRefused: { code: 3612, text: '技能对应的维度不存在，请重新选择' },
})

export const appointmentErrors = errors('evaluationAppointment', {
  notDraft: { code: 3615, text: '测评已发布，不能再改量表、方式和时限；可以修改名称和截止时间' },
  notOpen: { code: 3616, text: '测评没有在进行，不能执行此操作' },
  timesInverted: { code: 3617, text: '截止时间必须晚于开始时间' },
  endPast: { code: 3618, text: '截止时间已过，请先调整' },
  nobody: { code: 3619, text: '还没有被测人，请先添加' },
  hasAnswers: { code: 3620, text: '已有人作答，不能删除，请改为结束' },
  scaleRefused: { code: 3621, text: '量表没有发布或已停用，请换一份' },
  normRefused: { code: 3622, text: '这份量表没有所选的常模' },
  notRound: { code: 3623, text: '只有 360° 评价可以添加评价人' },
  raterHasAnswers: { code: 3624, text: '评价人已开始作答，不能移除；本人可以在客户端退出' },
  raterThere: { code: 3625, text: '此人已是这位被测人的评价人' },
  raterRefused: { code: 3626, text: '评价人不存在、已停用或就是被测人本人' },
  linkExpiryPast: { code: 3627, text: '链接的到期时间应晚于现在' },
  noLink: { code: 3628, text: '这位评价人用账号登录评价，没有链接' },
  alreadyClosed: { code: 3629, text: '测评已经结束' },
})

export const answerErrors = errors('evaluationAnswer', {
  notYours: { code: 3635, text: '这份测评不由您作答，请联系安排测评的人' },
  notOpen: { code: 3636, text: '现在不在作答时间内' },
  consentFirst: { code: 3637, text: '请先阅读并同意知情说明；说明有更新时需要重新确认' },
  already: { code: 3638, text: '您已提交这份测评' },
  replaced: { code: 3639, text: '已在另一台设备或窗口上继续作答，这里不能再提交' },
  notBegun: { code: 3640, text: '还没有开始作答，请先打开测评' },
  mayNotLeave: { code: 3641, text: '已提交的本人测评不能退出；对结果有异议请在结果页提出' },
  linkOver: { code: 3642, text: '链接无效、已过期或已在另一台设备上打开，请联系安排测评的人重新获取' },
})

export const resultErrors = errors('evaluationResult', {
  noRight: { code: 3645, text: '您没有查看人格与管理测评结果的权限' },
  notDoubtful: { code: 3646, text: '这份结果已复核，本人也没有提出异议，不需要再复核' },
  notContested: { code: 3647, text: '这份结果没有待答复的异议' },
  contested: { code: 3648, text: '您已提出异议，请等待答复' },
  tooFew: { code: 3649, text: '作答人数太少，不能统计' },
})

export const postErrors = errors('evaluationPost', {
  notDraft: { code: 3880, text: '岗位测评已发布，不能再改岗位和组成；可以修改名称、目的和截止时间' },
  notOpen: { code: 3881, text: '岗位测评没有在进行，不能执行此操作' },
  timesInverted: { code: 3882, text: '截止时间必须晚于开始时间' },
  endMissing: { code: 3883, text: '请设置截止时间，并晚于现在' },
  nobody: { code: 3884, text: '还没有被测人，请先添加' },
  hasBegun: { code: 3885, text: '已有人开始，不能删除，请改为结束' },
  postRefused: { code: 3886, text: '岗位不存在或已删除，请重新选择' },
  examRefused: { code: 3887, text: '作为蓝本的考试不存在或已删除，请重新选择' },
  tooFewParts: { code: 3888, text: '通用知识、专业技能、职业性格中最多缺少一项' },
  alreadyClosed: { code: 3889, text: '岗位测评已经结束' },
  twoSkills: { code: 3891, text: '专业技能的考试与量表只能选一个' },
  alreadyOpen: { code: 3890, text: '岗位测评已经发布' },
})
