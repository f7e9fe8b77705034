/** People with what they learn over all courses as a workbook. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { learnerStanding } from '../../contract/person-progress.ts'
import { type LearnerTotals, selectPeopleAfter } from './people.sql.ts'
import { withShownAccounts } from './shown-accounts.ts'

const payload = z.object({
  count: z.number().int(),
  scope: dataScopeShape,
  sight: contactSightShape,
  keyWords: z.string().optional(),
  departmentId: z.string().optional(),
  standing: learnerStanding.optional(),
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
  const filter = { ...wish, now: databaseNow() }
  let number = 0
  let after: string | null = null
  let page: LearnerTotals[]
  do {
    page = await selectPeopleAfter(db, filter, after, pageSize)
    for (const row of await withShownAccounts(db, wish.sight, page)) {
      number += 1
      yield columns.map(([, value]) => value(row, number))
    }
    after = page.at(-1)?.staffId ?? null
  } while (page.length === pageSize)
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
