import { codes } from '@kaopei/contract'
import { z } from 'zod'
import type { QuestionType } from './question-type.ts'

export const questionTypeCodes = codes({
  single: { code: 1, label: '单选题' },
  multiple: { code: 2, label: '多选题' },
  judgement: { code: 3, label: '判断题' },
  blank: { code: 4, label: '填空题' },
  dropdown: { code: 7, label: '下拉题' },
  programming: { code: 5, label: '编程题' },
  short: { code: 6, label: '问答题' },
})

export const difficulty = codes({
  easy: { code: 1, label: '简单', tone: 'success' },
  medium: { code: 2, label: '中等', tone: 'info' },
  hard: { code: 3, label: '困难', tone: 'warning' },
})
export type Difficulty = 1 | 2 | 3

/** draft: still has faults or is being written; ready: may be used; hidden: kept, but offered to no new exam. */
export const questionStatus = codes({
  draft: { code: 0, label: '草稿', tone: 'neutral' },
  ready: { code: 1, label: '可用', tone: 'success' },
  hidden: { code: 2, label: '停用', tone: 'warning' },
})

export const questionTypeSchema: z.ZodType<QuestionType, QuestionType> = questionTypeCodes.schema

/** A filter of a list: one value or several, as numbers or as the address bar spells them. Handlers receive a list. */
export function someOf<Item extends z.ZodType>(item: Item) {
  return z.union([item, z.array(item).max(1000)]).transform((given) => (Array.isArray(given) ? given : [given]))
}

/** A code that may come from an address bar as text. */
export function codeText<Schema extends z.ZodType<number, number>>(schema: Schema) {
  return z.union([
    schema,
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(schema),
  ])
}
