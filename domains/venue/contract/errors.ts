import { errors } from '@kaopei/contract'

export const roomErrors = errors('examRoom', {
  nameTaken: { code: 3300, text: '已有同名的考场，请换一个名称' },
  tooMany: { code: 3301, text: '考场最多 2000 间，请先删除不用的考场' },
})
