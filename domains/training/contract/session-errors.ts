import { errors } from '@kaopei/contract'

/** Of offline sessions: 3270 to 3289. */
export const sessionErrors = errors('trainingSession', {
  timesInverted: { code: 3270, text: '结束时间必须晚于开始时间' },
  /** The text says how many are taken. */
  belowTaken: { code: 3271, text: '名额不能少于已预约的人数' },
  held: { code: 3272, text: '签到名单已关闭，请联系培训组织者' },
  full: { code: 3273, text: '名额已满，请联系培训组织者' },
  /** The text says why not, and what to do. */
  bookingOver: { code: 3274, text: '预约已截止，请联系培训组织者' },
  signedAlready: { code: 3275, text: '您已签到，不能再取消或请假' },
  codeExpired: { code: 3276, text: '二维码已过期，请重新扫描屏幕上的二维码' },
  /** The text says from when. */
  notYet: { code: 3277, text: '还没到签到时间' },
  over: { code: 3278, text: '线下课已结束，不能再扫码签到，请联系培训组织者补签' },
  noPlace: { code: 3279, text: '您没有预约这次线下课的名额，请联系培训组织者' },
  deviceUsed: { code: 3280, text: '这台设备已为其他人签到，请使用本人的设备，或联系培训组织者补签' },
  reasonNeeded: { code: 3281, text: '请填写原因' },
  notOver: { code: 3282, text: '线下课还没开始，不能关闭名单' },
  /** The text names how many. */
  unknownStaff: { code: 3283, text: '有人员不在这次线下课的名单中，或不在您的管理范围内' },
  /** Closing makes absent whoever has no entry. */
  beyondScope: {
    code: 3284,
    text: '名单中有您管理范围以外的学员还没有登记，请联系管理范围包含他们的管理员关闭名单',
  },
  /** The text says what stands against it. */
  lecturerTaken: { code: 3285, text: '讲师在该时段已有安排，请换一个时间或讲师' },
})
