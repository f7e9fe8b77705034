import { errors } from '@kaopei/contract'

export const roomErrors = errors('examRoom', {
  nameTaken: { code: 3300, text: '已有同名的考场，请换一个名称' },
  tooMany: { code: 3301, text: '考场最多 2000 间，请先删除不用的考场' },
  fileMissing: { code: 3303, text: '请先上传文件' },
  invalidTemplate: { code: 3304, text: '无效的考场导入模板，请下载模板填写后上传' },
  unreadableFile: { code: 3305, text: '文件无法读取，请检查后重新上传' },
  nothingToImport: { code: 3306, text: '文件中没有考场数据，请填写后再上传' },
  notRoomFiles: { code: 3307, text: '压缩包中没有考场文件（.json），请检查后重新上传' },
  inUse: { code: 3302, text: '考场已用于考试，不能删除；不再使用时请停用' },
})

export const planErrors = errors('examSeat', {
  /** The text says how many seats of which kind are missing. */
  shortfall: { code: 3310, text: '座位不足，请增加考场或更换排法' },
  noRooms: { code: 3311, text: '请先选择考场' },
  /** The text names it. */
  roomClosed: { code: 3312, text: '所选考场不存在、已停用或没有此排法，请重新选择' },
  roomHasPeople: { code: 3313, text: '考场中已有考生，请先将考生移到其他考场' },
  seatTaken: { code: 3314, text: '该座位已有考生，请选择其他座位' },
  noSuchSeat: { code: 3315, text: '考场中没有该座位，或座位不能使用' },
  needsSeat: { code: 3316, text: '考生还没有座位，请先安排座位' },
  reasonNeeded: { code: 3317, text: '请填写原因' },
  /** The text says what the state is. */
  wrongState: { code: 3318, text: '考生当前的签到状态不能执行此操作，请刷新后重试' },
  forEverybody: { code: 3319, text: '考场和座位对本场考试的全部考生生效，请由数据范围为全部的管理员安排' },
  told: { code: 3320, text: '考试已发布，考生已能看到座位，不能全部重新安排；可以逐个调整' },
})
