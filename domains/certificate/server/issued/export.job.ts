/** The issued list as a workbook, in pages of a thousand. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { certificateFilter } from '../../contract/certificate.ts'
import { certificateStanding, standingOf } from '../../contract/codes.ts'
import { filterOf } from './filter-of.ts'
import { type IssuedRow, issuedAfter } from './list.sql.ts'

const payload = certificateFilter.extend({ scope: dataScopeShape, count: z.number().int() })
const pageSize = 1000

export const exportJob = trackedJob({
  kind: 'certificates',
  title: () => '已发证书',
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: '已发证书.xlsx',
        sheets: [{ name: '已发证书', columns: columns.map(([spec]) => spec), rows: rowsOf(db, wish) }],
      }),
    )
  },
})

async function* rowsOf(
  db: Db,
  { scope, count: _count, ...given }: z.output<typeof payload>,
): AsyncGenerator<readonly CellInput[]> {
  const now = databaseNow()
  const filter = await filterOf(db, given, { scope, now })
  let after: IssuedRow | undefined
  let page: IssuedRow[]
  let number = 0
  do {
    page = await issuedAfter(db, filter, after, pageSize)
    for (const row of page) {
      number += 1
      yield columns.map(([, value]) => value(row, { number, now }))
    }
    after = page.at(-1)
  } while (page.length === pageSize)
}

type Column = readonly [ColumnSpec, (row: IssuedRow, beside: { readonly number: number; readonly now: Date }) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, { number }) => number],
  [{ title: '证书编号', width: 24 }, (row) => row.number],
  [{ title: '持证人', width: 14 }, (row) => row.holderName],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '证书模板', width: 20 }, (row) => row.templateName],
  [{ title: '签发规则', width: 20 }, (row) => row.ruleName],
  [{ title: '依据', width: 30 }, (row) => row.source],
  [{ title: '状态', width: 10 }, (row, { now }) => certificateStanding.label(standingOf(row, now))],
  [{ title: '待处理', width: 8 }, ({ isProposed }) => (isProposed ? '是' : '')],
  [{ title: '签发日期', kind: 'date', width: 12 }, (row) => row.issuedAt],
  [{ title: '有效期至', kind: 'date', width: 12 }, (row) => row.validUntil ?? '长期'],
]
