import { z } from 'zod'
import { labelsKey } from './labels.ts'

export type Tone = 'neutral' | 'info' | 'active' | 'success' | 'warning' | 'danger'

interface CodeRow {
  readonly code: number
  readonly label: string
  /** Colour family of the state; the kit maps tones to colours once. */
  readonly tone?: Tone
}

/**
 * Coded values with their labels: `difficulty.easy` is 1, `difficulty.label(1)` is 简单, `difficulty.schema` accepts exactly these numbers.
 */
export function codes<const Table extends Record<string, CodeRow>>(table: Table) {
  type Code = Table[keyof Table]['code']
  const rows: readonly CodeRow[] = Object.values(table)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const isCode = (value: unknown): value is Code => typeof value === 'number' && byCode.has(value)
  const values = Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row.code]))
  return {
    ...(values as { readonly [Key in keyof Table]: Table[Key]['code'] }), // one entry per key of the table
    label: (code: number): string => byCode.get(code)?.label ?? '-',
    tone: (code: number): Tone => byCode.get(code)?.tone ?? 'neutral',
    options: rows.flatMap(({ code, label }) => (isCode(code) ? [{ value: code, label }] : [])),
    schema: z
      .custom<Code>(isCode, `请选择：${rows.map((row) => row.label).join('、')}`)
      .meta({ enum: [...byCode.keys()], [labelsKey]: Object.fromEntries(rows.map(({ code, label }) => [code, label])) }),
  }
}

/** The values of a table of codes. */
export type CodeOf<Table extends { readonly schema: z.ZodType }> = z.output<Table['schema']>
