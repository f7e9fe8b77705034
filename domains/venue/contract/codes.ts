import { codes } from '@kaopei/contract'

export const roomStatus = codes({
  closed: { code: 0, label: '停用', tone: 'neutral' },
  inUse: { code: 1, label: '启用', tone: 'success' },
})
