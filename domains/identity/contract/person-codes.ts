import { codes } from '@kaopei/contract'

export const staffSource = codes({
  employee: { code: 1, label: '员工' },
  outside: { code: 2, label: '外部考生' },
})

export const gender = codes({
  male: { code: 1, label: '男' },
  female: { code: 2, label: '女' },
})
