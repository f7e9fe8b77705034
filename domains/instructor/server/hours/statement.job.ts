/** The month's hours and pay: a sum for each instructor, and every line that it is made of. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { type StoredLine, type StoredTotal, selectLines, selectTotals } from './entry.sql.ts'

const payload = z.object({ month: z.string(), scope: dataScopeShape, count: z.int() })
type Payload = z.output<typeof payload>
const pageSize = 500

export const exportStatementJob = trackedJob({
  kind: 'teacherHours',
  title: ({ month }) => `讲师课酬 ${month}`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: `讲师课酬-${wish.month}.xlsx`,
        sheets: [
          { name: '月度汇总', columns: totalColumns.map(([spec]) => spec), rows: totalRows(db, wish) },
          { name: '课时明细', columns: lineColumns.map(([spec]) => spec), rows: lineRows(db, wish) },
        ],
      }),
    )
  },
})

/** All pages of a list, one after the other. */
async function* paged<Row>(read: (page: { limit: number; offset: number }) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await read({ limit: pageSize, offset })
    yield* rows
    if (rows.length < pageSize) return
  }
}

async function* totalRows(db: Db, { month, scope }: Payload): AsyncGenerator<readonly CellInput[]> {
  for await (const row of paged((page) => selectTotals(db, { month, scope }, page)))
    yield totalColumns.map(([, value]) => value(row))
}

async function* lineRows(db: Db, { month, scope }: Payload): AsyncGenerator<readonly CellInput[]> {
  for await (const row of paged((page) => selectLines(db, { month, scope }, page)))
    yield lineColumns.map(([, value]) => value(row))
}

const yuan = (cents: number | null) => (cents === null ? null : cents / 100)
const minutes = (title: string): ColumnSpec => ({ title: `${title}（分钟）`, kind: 'number', width: 14 })

const totalColumns: readonly (readonly [ColumnSpec, (row: StoredTotal) => CellInput])[] = [
  [{ title: '讲师', width: 14 }, (row) => row.teacherName],
  [{ title: '所属机构', width: 24 }, (row) => row.institution],
  [minutes('计划'), (row) => row.plannedMinutes],
  [minutes('已授课'), (row) => row.heldMinutes],
  [minutes('已确认'), (row) => row.confirmedMinutes],
  [minutes('已结算'), (row) => row.settledMinutes],
  [{ title: '课酬（元）', kind: 'number', width: 14 }, (row) => yuan(row.amountCents)],
]
const lineColumns: readonly (readonly [ColumnSpec, (row: StoredLine) => CellInput])[] = [
  [{ title: '日期', width: 12 }, (row) => row.day],
  [{ title: '讲师', width: 14 }, (row) => row.teacherName],
  [{ title: '授课主题', width: 30 }, (row) => row.title],
  [minutes('计划'), (row) => row.plannedMinutes],
  [minutes('已授课'), (row) => row.heldMinutes],
  [minutes('已确认'), (row) => row.confirmedMinutes],
  [minutes('已结算'), (row) => row.settledMinutes],
  [{ title: '课酬标准（元/小时）', kind: 'number', width: 18 }, (row) => yuan(row.centsPerHour)],
  [{ title: '课酬（元）', kind: 'number', width: 14 }, (row) => yuan(row.settledMinutes > 0 ? row.amountCents : null)],
]
