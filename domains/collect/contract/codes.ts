import { codes } from '@kaopei/contract'

export const customType = codes({
  text: { code: 1, label: '文本' },
  single: { code: 2, label: '单选' },
  multiple: { code: 3, label: '多选' },
})
export const mostFields = 20
export const fewestOptions = 2
export const mostOptions = 11
export const mostCharacters = 20
/** Of what somebody types into a text field. */
export const longestAnswer = 200
