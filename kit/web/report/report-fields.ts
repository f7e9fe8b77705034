import type { ReactNode } from 'react'

export type ReportRow = Readonly<Record<string, unknown>>

/** One column of a report. The field names are the specification's (`lable` is). */
export interface ReportField {
  readonly lable: string
  /** The row's field. */
  readonly value: string
  /** Shown at first. */
  readonly select: boolean
  /** What the figure means. */
  readonly tip?: string
  readonly align?: 'left' | 'center' | 'right'
  readonly sortable?: boolean
  readonly width?: number
  readonly fixed?: boolean | 'left' | 'right'
  readonly formatter?: (value: unknown, row: ReportRow) => ReactNode
}

export interface ReportFieldGroup {
  readonly title: string
  readonly fields: readonly ReportField[]
}

/** Both days, yyyy-MM-dd. */
export type DayRange = readonly [string, string]

export const longestRangeDays = 90
const dayMs = 86_400_000

export const rangeWarning = '请选择时间范围'

/** A range is needed, and of at most 90 days, first and last included. */
export function isSoundRange(range: DayRange | undefined): range is DayRange {
  if (!range) return false
  const [first, last] = range.map((day) => Date.parse(`${day}T00:00:00Z`))
  if (first === undefined || last === undefined) return false
  const days = (last - first) / dayMs + 1
  return days >= 1 && days <= longestRangeDays
}

export interface ExportState {
  readonly mayExport: boolean
  readonly range: DayRange | undefined
  /** The conditions of the last query that succeeded, as text. */
  readonly queried: string | undefined
  /** The conditions as they stand now. */
  readonly current: string
}

/** Why nothing can be exported now; undefined when it can. */
export function exportProblem({ mayExport, range, queried, current }: ExportState): string | undefined {
  if (!mayExport) return 'no permission'
  if (!isSoundRange(range)) return rangeWarning
  if (queried === undefined) return '请先查询数据'
  return queried === current ? undefined : '查询条件发生变化，请重新查询数据后导出'
}

export const fieldsShownAtFirst = (groups: readonly ReportFieldGroup[]): readonly string[] =>
  groups.flatMap(({ fields }) => fields.filter(({ select }) => select).map(({ value }) => value))

/** Shows or hides one column; undefined when it is the last one shown. */
export function toggledField(shown: readonly string[], value: string): readonly string[] | undefined {
  if (!shown.includes(value)) return [...shown, value]
  return shown.length === 1 ? undefined : shown.filter((other) => other !== value)
}
