import { z } from 'zod'

/** Ids are opaque strings on the wire. */
export const id = z.uuid('编号格式不正确')
export const ids = z.array(id).min(1, '请至少选择一项').max(10_000, '一次最多处理 10000 项')
export const optionalIds = z.array(id).max(10_000, '一次最多处理 10000 项').default([])

/** An instant: handlers return Date or ISO text, clients receive ISO-8601 UTC text. */
export const instant = z.union([z.date().transform((date) => date.toISOString()), z.string()])
/** An instant given by a client. */
export const instantInput = z.iso
  .datetime({ offset: true, error: '时间格式不正确' })
  .max(40, '时间格式不正确')
  .transform((text) => new Date(text))
/** yyyy-MM-dd */
/** The database knows no year 0. */
export const dateInput = z.iso.date('日期格式应为 yyyy-MM-dd').refine((day) => day >= '0001', '日期格式应为 yyyy-MM-dd')

/** A condition of a list that holds or does not: yes or no, or the word for it that a choice on the screen sends. */
export const yesOrNo = z.string().max(10).pipe(z.stringbool('请选择是或否')).or(z.boolean())

/** A score: handlers return integer hundredths, clients receive a decimal number. */
export const score = z
  .number()
  .int()
  .transform((hundredths) => hundredths / 100)
/** A score typed by a person (at most two places); handlers receive integer hundredths. */
export const scoreInput = z
  .number('请输入分数')
  .min(0, '分数不能小于 0')
  .max(100_000, '分数过大')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, '分数最多两位小数')
  .transform((value) => Math.round(value * 100))

/**
 * Marks that turn the direction of what follows (in a name they would turn the account, the row or the file name behind it too), and characters that
 * show nothing: two names that look the same are the same. Joiners stay; some scripts and pictures are written with them.
 */
export const withoutDirection = (value: string) =>
  value.replace(/[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g, '')

/** At most so many UTF-16 units of a text, and no half of a character at its end. */
export function cut(whole: string, most: number): string {
  const part = whole.slice(0, most)
  return part.isWellFormed() ? part : part.slice(0, -1)
}

/** Text typed by a person: without marks of direction and what shows nothing, trimmed, of a bounded length, without control characters and halves of characters, which no database keeps. */
export const text = (max: number, label: string) =>
  z
    .string(`请输入${label}`)
    .overwrite(withoutDirection)
    .trim()
    .max(max, `${label}不超过${max}个字符`)
    .refine((value) => !hasControlCharacter(value), `${label}含有不可见的控制字符，请删除后重试`)
/** The same on one line: what becomes a heading, a subject or a file name. */
export const lineText = (max: number, label: string) =>
  text(max, label).refine((value) => !/[\t\n\r\u2028\u2029]/.test(value), `${label}不能换行`)
export const requiredText = (max: number, label: string) => text(max, label).min(1, `请输入${label}`)
/** Why somebody looks at what is not for every eye, which the log keeps: words, not a letter to get past the question. */
export const statedReason = (max: number, label: string) =>
  requiredText(max, label).refine(
    (value) => value === '' || /\p{Script=Han}.*\p{Script=Han}|.{4}/su.test(value),
    `请写明${label}，至少 2 个汉字或 4 个字符`,
  )

/** Values by key, at most so many: whoever walks, sorts or signs them is not to be kept busy by a client. */
export const recordOf = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(key: Key, value: Value, most: number) =>
  z
    .record(key, value)
    .refine((given) => Object.keys(given).length <= most, `最多 ${most} 项`)
    .meta({ maxProperties: most })

export const pageQuery = z.object({
  pageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100, '每页最多 100 条').default(10),
})

/** `{ dataList, totalCount }`, the answer of every list. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ dataList: z.array(row), totalCount: z.number().int() })

/** Version of a row as it was read; saving with an older one answers 1007 with the current row. */
export const rowVersion = z.coerce.number().int()

export const tickFlag = z.union([z.boolean(), z.literal(0).transform(() => false), z.literal(1).transform(() => true)])

function hasControlCharacter(value: string): boolean {
  if (!value.isWellFormed()) return true
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0
    if ((point < 32 && point !== 9 && point !== 10 && point !== 13) || point === 127) return true
  }
  return false
}
