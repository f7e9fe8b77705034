/** People with what they learn over all courses as a workbook. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { learnerStanding, personOrder } from '../../contract/person-progress.ts'
import { type LearnerTotals, selectPeopleIds, selectPeopleOf } from './people.sql.ts'
import { withShownAccounts } from './shown-accounts.ts'

const payload = z.object({
  count: z.number().int(),
  scope: dataScopeShape,
  sight: contactSightShape,
  keyWords: z.string().optional(),
  departmentId: z.string().optional(),
  standing: learnerStanding.optional(),
  ...personOrder,
})

const pageSize = 1000

export const exportPeopleJob = trackedJob({
  kind: 'learnerProgress',
  title: () => '人员学习进度',
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: '人员学习进度.xlsx',
        sheets: [{ name: '人员学习进度', columns: columns.map(([spec]) => spec), rows: rowsOf(db, wish) }],
      }),
    )
  },
})

async function* rowsOf(db: Db, { count: _count, ...wish }: z.output<typeof payload>): AsyncGenerator<readonly CellInput[]> {
  const { sortField, sortOrder, ...asked } = wish
  const filter = { ...asked, now: databaseNow() }
  const order = sortField && { figure: sortField, isAscending: sortOrder === 'asc' }
  const all = await selectPeopleIds(db, filter, order)
  let number = 0
  for (let from = 0; from < all.length; from += pageSize) {
    const ids = all.slice(from, from + pageSize)
    const places = new Map(ids.map((id, place) => [id, place]))
    const page = await selectPeopleOf(db, filter, ids)
    const sorted = page.toSorted((one, other) => (places.get(one.staffId) ?? 0) - (places.get(other.staffId) ?? 0))
    for (const row of await withShownAccounts(db, wish.sight, sorted)) {
      number += 1
      yield columns.map(([, value]) => value(row, number))
    }
  }
}

type Column = readonly [ColumnSpec, (row: LearnerTotals, number: number) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 16 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '课程数', kind: 'number', width: 10 }, (row) => row.courseCount],
  [{ title: '已完成', kind: 'number', width: 10 }, (row) => row.completeCount],
  [{ title: '已逾期', kind: 'number', width: 10 }, (row) => row.overdueCount],
  [{ title: '学习时长（分钟）', kind: 'number', width: 16 }, (row) => Math.round(row.learnedSeconds / 6) / 10],
  [{ title: '最近学习', kind: 'datetime', width: 20 }, (row) => row.lastAt],
]
