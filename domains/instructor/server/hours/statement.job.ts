/** The month's hours and pay: every line, and a sum for each instructor. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { type StoredLine, type StoredTotal, selectLines, selectTotals } from './entry.sql.ts'

const payload = z.object({ month: z.string(), keyWords: z.string().optional(), scope: dataScopeShape, count: z.int() })
type Payload = z.output<typeof payload>
const pageSize = 100

export const exportStatementJob = trackedJob({
  kind: 'teacherHours',
  title: ({ month }) => `讲师课酬 ${month}`,
  payload,
  run: async (wish, tracked) => {
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: `讲师课酬-${wish.month}.xlsx`,
        sheets: [{ name: '月度课酬', columns: columns.map(([spec]) => spec), rows: rowsOf(db, wish) }],
      }),
    )
  },
})

/** Each instructor's lines, and their sum behind them. */
async function* rowsOf(db: Db, { count: _, ...filter }: Payload): AsyncGenerator<readonly CellInput[]> {
  for (let offset = 0; ; offset += pageSize) {
    const totals = await selectTotals(db, filter, { limit: pageSize, offset })
    const teacherIds = totals.map(({ teacherId }) => teacherId)
    const lines = Map.groupBy(await selectLines(db, { ...filter, teacherIds }, undefined), ({ teacherId }) => teacherId)
    for (const total of totals) {
      for (const line of lines.get(total.teacherId)?.toReversed() ?? [])
        yield columns.map(([, value]) => value(ofLine(line, total)))
      yield columns.map(([, value]) => value(ofTotal(total)))
    }
    if (totals.length < pageSize) return
  }
}

interface Row
  extends Pick<
    StoredTotal,
    'teacherName' | 'institution' | 'plannedMinutes' | 'heldMinutes' | 'confirmedMinutes' | 'settledMinutes'
  > {
  readonly day: string
  readonly title: string
  readonly centsPerHour: number | null
  readonly cents: number | null
}

const ofLine = (line: StoredLine, { institution }: StoredTotal): Row => ({
  ...line,
  institution,
  cents: line.settledMinutes > 0 ? line.amountCents : null,
})
const ofTotal = (total: StoredTotal): Row => ({ ...total, day: '', title: '小计', centsPerHour: null, cents: total.amountCents })

const yuan = (cents: number | null) => (cents === null ? null : cents / 100)
const minutes = (title: string): ColumnSpec => ({ title: `${title}（分钟）`, kind: 'number', width: 14 })

const columns: readonly (readonly [ColumnSpec, (row: Row) => CellInput])[] = [
  [{ title: '讲师', width: 14 }, (row) => row.teacherName],
  [{ title: '所属机构', width: 24 }, (row) => row.institution],
  [{ title: '日期', width: 12 }, (row) => row.day],
  [{ title: '授课主题', width: 30 }, (row) => row.title],
  [minutes('计划'), (row) => row.plannedMinutes],
  [minutes('已授课'), (row) => row.heldMinutes],
  [minutes('已确认'), (row) => row.confirmedMinutes],
  [minutes('已结算'), (row) => row.settledMinutes],
  [{ title: '课酬标准（元/小时）', kind: 'number', width: 18 }, (row) => yuan(row.centsPerHour)],
  [{ title: '课酬（元）', kind: 'number', width: 14 }, (row) => yuan(row.cents)],
]
