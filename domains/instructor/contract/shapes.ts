/** Shapes that several subjects of the room share. */
import { dateInput, instant } from '@kaopei/contract'
import { z } from 'zod'

/** Money: handlers return whole cents (分), clients receive yuan. */
export const money = z
  .number()
  .int()
  .transform((cents) => cents / 100)
/** Yuan as people type them; handlers receive cents. */
export const moneyInput = z
  .number('请输入金额')
  .min(0, '金额不能小于 0')
  .max(1_000_000, '金额过大')
  .refine((yuan) => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6, '金额最多两位小数')
  .transform((yuan) => Math.round(yuan * 100))

/** A mean on a scale of 1 to 5 with its n; null where fewer than three sheets stand behind it. */
export const shownMean = z.object({ mean: z.number(), count: z.int() }).nullable()
export type ShownMean = z.output<typeof shownMean>

export const optionalDay = z
  .union([z.literal('').transform(() => null), dateInput], '日期格式应为 yyyy-MM-dd')
  .nullable()
  .default(null)

export const month = z.string('请选择月份').regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, '月份格式应为 yyyy-MM')

/** Half-open: the end does not belong to it. */
export const span = z.object({ beginTime: instant, endTime: instant })
