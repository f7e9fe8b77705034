import { errors } from '@kaopei/contract'

export const paperErrors = errors('paper', {
  sameQuestionTwice: { code: 2307, text: '同一道试题不能重复添加' },
  unknownQuestion: { code: 2308, text: '有试题不存在或已被删除，请重新选择' },
})
