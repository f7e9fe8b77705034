import { codes } from '@kaopei/contract'

export const projectStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  shelved: { code: 1, label: '已上架', tone: 'success' },
  unshelved: { code: 2, label: '已下架', tone: 'warning' },
  ended: { code: 3, label: '已结束', tone: 'neutral' },
  archived: { code: 4, label: '已归档', tone: 'neutral' },
})

/** Of a task as people see it; −1 where the task is not the person's. */
export const taskProgress = codes({
  unassigned: { code: -1, label: '未分配', tone: 'neutral' },
  notBegun: { code: 0, label: '未开始', tone: 'neutral' },
  underWay: { code: 1, label: '进行中', tone: 'info' },
  complete: { code: 2, label: '已完成', tone: 'success' },
})

export const participation = codes({
  takesPart: { code: 2, label: '参加中', tone: 'info' },
  takenOut: { code: 3, label: '已移出', tone: 'neutral' },
})

export const attendanceState = codes({
  booked: { code: 1, label: '已预约', tone: 'neutral' },
  present: { code: 2, label: '已签到', tone: 'success' },
  late: { code: 3, label: '迟到', tone: 'warning' },
  onLeave: { code: 4, label: '请假', tone: 'info' },
  absent: { code: 5, label: '缺席', tone: 'danger' },
})
