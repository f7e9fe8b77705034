import { errors } from '@kaopei/contract'

export const hallErrors = errors('proctoring', {
  notWatchable: { code: 3350, text: '该考试不在监考时间内，请返回监考大厅重新选择' },
  strangers: { code: 3351, text: '所选考生中有人不在您的管理范围内或已不在考试中，请刷新后重试' },
  ownAttempt: { code: 3352, text: '不能对自己的考试进行监考操作，请联系其他监考人员' },
  /** The text is replaced by the reason. */
  notEverybody: { code: 3387, text: '提前结束会影响全部考生，请由数据范围为全部的监考人员操作' },
  mayNotReopen: { code: 3353, text: '不能重新开放该考生的考试' },
})
