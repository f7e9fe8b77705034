import { errors } from '@kaopei/contract'

export const rehearsalErrors = errors('rehearsal', {
  notOpen: { code: 3860, text: '考试未发布、已取消或已结束，不能进行设备测试' },
  nobodyToRemind: { code: 3861, text: '没有需要提醒的考生：都已测试、已提醒过，或没有邮箱和手机号' },
  nothingToExport: { code: 3862, text: '没有符合条件的考生，请调整筛选条件后再导出' },
  notPublished: { code: 3863, text: '考试未发布、已取消或已结束，不能进行虚拟考生演练' },
  examNear: { code: 3864, text: '有考试正在进行或即将开始，现在不能演练，请换一个时间' },
  otherRuns: { code: 3865, text: '已有演练正在进行，请等它结束后再开始' },
  notRunning: { code: 3866, text: '演练已结束，无需停止' },
})
