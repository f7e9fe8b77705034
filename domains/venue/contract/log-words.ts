import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const venueLogWords: LogWords = {
  roomName: '考场名称',
  roomStatus: '考场状态',
  campus: '校区',
  building: '楼栋',
  addressRanges: '网段',
  equipment: '设备',
  openingHours: '开放时间',
  rooms: '考场',
  failedCount: '失败数',
  seatCount: '座位数',
  capacity: '可安排人数',
  mapNumber: '座位图版本',
  act: '签到操作',
  rowCount: '排数',
  columnCount: '列数',
}
