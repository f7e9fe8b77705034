import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const collectLogWords: LogWords = {
  requirement: '必填项',
  optional: '选填项',
  customType: '字段类型',
  optionContent: '选项内容',
  isRequired: '是否必填',
}
