import { codes } from '@kaopei/contract'

export const roomStatus = codes({
  closed: { code: 0, label: '停用', tone: 'neutral' },
  inUse: { code: 1, label: '启用', tone: 'success' },
})

/** How far somebody's signing in has come. */
export const placeState = codes({
  expected: { code: 0, label: '未到', tone: 'neutral' },
  arrived: { code: 1, label: '已到', tone: 'info' },
  verified: { code: 2, label: '已核验', tone: 'active' },
  seated: { code: 3, label: '已入座', tone: 'success' },
  refused: { code: 4, label: '拒绝入场', tone: 'danger' },
})
