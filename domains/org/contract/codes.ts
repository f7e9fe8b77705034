import { codes } from '@kaopei/contract'

export { gender, staffSource } from '@kaopei/identity/contract/person-codes'

export const staffState = codes({
  enabled: { code: 1, label: '启用', tone: 'success' },
  disabled: { code: 0, label: '停用', tone: 'neutral' },
})
