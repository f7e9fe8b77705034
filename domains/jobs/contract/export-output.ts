import { z } from 'zod'

/** What an export becomes: a workbook, or text for other programs (UTF-8 with its mark, so that Excel reads it too). */
export const exportFormats = { xlsx: 'Excel（.xlsx）', csv: 'CSV（.csv）' } as const
export type ExportFormat = keyof typeof exportFormats

export const exportOutput = z.object({
  format: z.enum(['xlsx', 'csv'], '请选择文件格式').default('xlsx'),
  /** Titles of the columns wanted; all of them unless given. */
  fields: z.array(z.string().max(200)).min(1, '请至少选择一个字段').max(500).optional(),
})
export type ExportOutput = z.output<typeof exportOutput>
