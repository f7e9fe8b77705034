import { codes } from '@kaopei/contract'

export const staffSource = codes({
  employee: { code: 1, label: '员工' },
  outside: { code: 2, label: '外部考生' },
})

export const staffState = codes({
  enabled: { code: 1, label: '启用', tone: 'success' },
  disabled: { code: 0, label: '停用', tone: 'neutral' },
})

export const gender = codes({
  male: { code: 1, label: '男' },
  female: { code: 2, label: '女' },
})
