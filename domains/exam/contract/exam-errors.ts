import { errors } from '@kaopei/contract'

export const examErrors = errors('exam', {
  /** Showing questions or results while others sit must be meant. */
  earlyViewUnconfirmed: {
    code: 2383,
    text: '开启“允许提前查看”后，已交卷的考生在其他考生考完之前就能看到试题、对错或成绩，请确认后再保存',
  },
  frozen: { code: 2300, text: '考试已发布，不能修改此内容' },
  notDraft: { code: 2301, text: '考试已发布，不能执行此操作' },
  notPublished: { code: 2302, text: '考试尚未发布' },
  cancelled: { code: 2303, text: '考试已取消' },
  ended: { code: 2304, text: '考试已结束，不能执行此操作' },
  checksFailed: { code: 2305, text: '考试未通过发布前检查' },
  warningsUnconfirmed: { code: 2306, text: '发布前检查有需要确认的提示' },
  unknownStaff: { code: 2309, text: '有人员不存在、已停用或不在您的管理范围内' },
  candidateHasAttempt: { code: 2310, text: '已开始考试的考生不能移除' },
  reviewerRefused: { code: 2311, text: '仅支持填写邮件的账户设置为阅卷官且不能选择相同阅卷官！' },
  timesInverted: { code: 2312, text: '考试结束时间必须晚于开始时间' },
  nothingToExport: { code: 2313, text: '没有可导出的数据' },
  attemptState: { code: 2314, text: '答卷的当前状态不允许此操作' },
  otherAttemptOpen: { code: 2315, text: '考生正在另一份答卷中作答，不能恢复此答卷' },
  groupRefused: { code: 2316, text: '有用户组不存在、已删除或不在您的管理范围内' },
  heldByGroup: { code: 2317, text: '由实时用户组加入的考生不能单独移除，请从用户组中移除或取消关联用户组' },
  groupOutOfScope: { code: 2318, text: '此用户组的考生中有人不在您的管理范围内，请联系管理员操作' },
  channelOff: { code: 2543, text: '所选的通知方式尚未接入服务，请选择其他方式，或联系运维人员设置' },
  templateRefused: { code: 2319, text: '所选的消息模板不存在或不适用于此通知，请重新选择' },
  fileMissing: { code: 2320, text: '请先上传文件' },
  invalidTemplate: { code: 2321, text: '无效的用户导入模板。' },
  unreadableFile: { code: 2322, text: '文件无法读取，请检查后重新上传' },
  tooManyPeople: { code: 2323, text: '一次最多导入5000人，请拆分成几个文件后再上传' },
  /** The text says who is meant and what to do. */
  outsideClosed: { code: 2523, text: '本场考试不对外部考生开放，请先在考试设置中修改“外部考生参加方式”' },
  passwordNeeded: { code: 2524, text: '外部考生凭链接和密码参加，请设置考试密码' },
  linksOff: { code: 2525, text: '请先在考试设置中将“外部考生参加方式”改为凭链接参加' },
  /** The text says why. */
  joinRefused: { code: 2526, text: '本场考试暂不接受登记' },
  linkFull: { code: 2527, text: '通过此链接参加的人数已满，请联系考试组织者' },
  joinPassword: { code: 2528, text: '考试密码不正确' },
  joinKnown: { code: 2529, text: '该手机号或邮箱已登记，请先登录，再打开此链接参加考试；忘记密码时可在登录页找回' },
  joinByEmployee: { code: 2530, text: '此链接供外部考生使用，请联系考试组织者将您加入考生名单' },
  reviewLinkTooLong: { code: 2760, text: '快速阅卷链接最长 90 天有效，请缩短有效期' },
  notReviewer: { code: 2761, text: '该人员不是本场考试的阅卷官，或已停用、没有邮箱，请先在阅卷官名单中设置' },
  mailOff: { code: 2762, text: '尚未接入邮件服务，验证码无法送达，不能使用快速阅卷链接，请联系管理员配置邮件服务' },
  /** Nobody decides about the time of their own exam. */
  ownTimes: { code: 2390, text: '不能设置自己的考试时间，请联系其他管理员操作' },
  ownAttempt: { code: 2391, text: '不能作废或恢复自己的答卷，请联系其他管理员操作' },
  /** The text says who is meant. */
  overrideInverted: { code: 2392, text: '设置后的开始时间不早于结束时间，请调整后再保存' },
  ownExemption: { code: 2393, text: '不能豁免自己的监考采集，请联系其他管理员操作' },
  nothingToExempt: { code: 2394, text: '所选的采集在本场考试中没有开启，或已经豁免' },
  /** By their own times, with nothing under way. */
  overForThem: { code: 2399, text: '该考生的考试已结束，不再采集监考内容，无需豁免；如需补考，请先为其延长考试时间' },
  nobodySeated: { code: 2395, text: '还没有安排座位的考生，请先分配座位' },
  tooManyToPrint: { code: 2396, text: '一次最多打印 3000 名考生，请选择考场后分别打印' },
  tooManyInvigilators: { code: 2397, text: '一场考试最多 1000 名监考人员' },
  nobodyToTell: { code: 2398, text: '没有可以通知的考生：所选的考生已经交卷，或不在您负责的范围内' },
  noPeople: { code: 2324, text: '文件中没有人员数据，请填写后再上传' },
})
