import { codes } from '@kaopei/contract'

export const courseStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  shelved: { code: 1, label: '已上架', tone: 'success' },
  unshelved: { code: 2, label: '已下架', tone: 'warning' },
})

/** What a course waits for from those who make it. */
export const courseWaiting = codes({
  change: { code: 1, label: '有未发布的修改' },
  asked: { code: 2, label: '有待审核的报名' },
})

export const courseSource = codes({
  own: { code: 1, label: '自建' },
  bought: { code: 2, label: '外采' },
})

/** Given to people, or open to whoever joins. */
export const courseType = codes({
  assigned: { code: 1, label: '指派课' },
  open: { code: 2, label: '公开课' },
})

/** Of a task as people see it; −1 where the task is not the person's. */
export const taskProgress = codes({
  unassigned: { code: -1, label: '未分配', tone: 'neutral' },
  notBegun: { code: 0, label: '未开始', tone: 'neutral' },
  underWay: { code: 1, label: '进行中', tone: 'info' },
  complete: { code: 2, label: '已完成', tone: 'success' },
})

export const enrolmentState = codes({
  asked: { code: 1, label: '待审核', tone: 'warning' },
  learns: { code: 2, label: '学习中', tone: 'info' },
  takenOut: { code: 3, label: '已移出', tone: 'neutral' },
  refused: { code: 4, label: '未通过', tone: 'danger' },
})

/** 1: so many seats; otherwise without a limit. */
export const limitType = codes({
  limited: { code: 1, label: '限制账号数' },
  unlimited: { code: 2, label: '不限' },
})

export const versionState = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  published: { code: 1, label: '已发布', tone: 'success' },
  former: { code: 2, label: '历史版本', tone: 'neutral' },
})

/** A place of a bought course. Reserved ones fall free when nobody begins in time, used ones never. */
export const seatState = codes({
  reserved: { code: 1, label: '已占用', tone: 'info' },
  used: { code: 2, label: '已使用', tone: 'success' },
  released: { code: 3, label: '已释放', tone: 'neutral' },
})
