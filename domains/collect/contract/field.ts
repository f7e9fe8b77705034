import { text } from '@kaopei/contract'
import { customType } from '@kaopei/org/contract/own-fields'
import { z } from 'zod'
import { fewestOptions, mostCharacters, mostOptions } from './codes.ts'

/** A field as lists and forms show it. */
export const collectField = z.object({
  /** The field's id: `value` is the specification's spelling. */
  id: z.string(),
  value: z.string(),
  label: z.string(),
  name: z.string(),
  customType: customType.schema,
  optionContent: z.array(z.string()),
  /** One that the product has: it can be neither edited nor removed. */
  isReadOnly: z.boolean(),
  /** May be moved between the lists. */
  isMove: z.boolean(),
  version: z.number().int(),
})
export type CollectField = z.output<typeof collectField>

const isOneLine = (value: string) => !/[\t\n\r\u2028\u2029]/.test(value)
const longest = `不超过${mostCharacters}个字符`

export const fieldName = text(mostCharacters, '').min(1, '请填写名称').refine(isOneLine, '名称不能换行')
const option = z
  .string('选项内容不能为空')
  .trim()
  .min(1, '选项内容不能为空')
  .max(mostCharacters, longest)
  .pipe(text(mostCharacters, ''))
  .refine(isOneLine, '选项不能换行')

export const optionContent = z
  .array(option)
  .max(mostOptions, `最多${mostOptions}个选项`)
  .refine((options) => new Set(options).size === options.length, '有重复的选项，请删除后保存')

interface Shape {
  readonly customType: number
  readonly optionContent: readonly string[]
}

/** Choices need options, a text has none. */
export function hasFittingOptions({ customType: type, optionContent: options }: Shape): boolean {
  return type === customType.text ? options.length === 0 : options.length >= fewestOptions
}
export const fittingOptions = { error: `单选和多选至少需要${fewestOptions}个选项，文本不需要选项`, path: ['optionContent'] }
