/** The results of a practice as a workbook: people in portions and, where nobody is searched for, the figures. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, readableContacts, searchesContacts, shownAccount } from '@kaopei/org/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { peopleOfPractice } from '../people/audience.sql.ts'
import { findPractice } from '../practices/practice.sql.ts'
import { figureSheets } from './figure-sheets.ts'
import { type ResultPerson, selectPeople } from './people.sql.ts'

const payload = z.object({
  practiceId: z.string(),
  practiceName: z.string(),
  count: z.number().int(),
  scope: dataScopeShape,
  sight: contactSightShape,
  keyWords: z.string().optional(),
  departmentId: z.string().optional(),
  hasPractised: z.boolean(),
})
type Payload = z.output<typeof payload>

/** Each portion walks over those before it. */
const pageSize = 5000

export const exportResultsJob = trackedJob({
  kind: 'practiceResults',
  title: ({ practiceName }) => `${practiceName}-练习结果`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: `${wish.practiceName}-练习结果.xlsx`,
        sheets: [
          { name: '练习结果', columns: columns.map(([spec]) => spec), rows: rowsOf(db, wish) },
          ...(wish.hasPractised && !wish.keyWords ? figureSheets(db, wish) : []),
        ],
      }),
    )
  },
})

async function* rowsOf(db: Db, wish: Payload): AsyncGenerator<readonly CellInput[]> {
  const { keyWords, sight, scope, practiceId, departmentId, hasPractised } = wish
  const search = keyWords ? { keyWords, isSearched: searchesContacts(sight, scope) } : undefined
  const practice = await findPractice(db, practiceId)
  if (!practice) return
  const notYet = hasPractised ? undefined : await peopleOfPractice(db, practice)
  const filter = { practiceId, scope, search, departmentId, notYet }
  for (let offset = 0; offset < wish.count; offset += pageSize) {
    const rows = await selectPeople(db, filter, { limit: pageSize, offset })
    const isReadable = await readableContacts(
      db,
      sight,
      rows.map(({ staffId }) => staffId),
    )
    for (const [index, row] of rows.entries()) {
      const shown = { ...row, loginAccount: shownAccount(row.loginAccount, isReadable(row.staffId)) }
      yield columns.map(([, value]) => value(shown, offset + index + 1))
    }
  }
}

type Column = readonly [ColumnSpec, (row: ResultPerson, number: number) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 16 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '练习轮次', kind: 'number', width: 10 }, (row) => row.runCount],
  [{ title: '完成轮次', kind: 'number', width: 10 }, (row) => row.finishedCount],
  [{ title: '作答次数', kind: 'number', width: 10 }, (row) => row.answerCount],
  [{ title: '最好一轮完成（%）', kind: 'number', width: 12 }, (row) => row.answeredPercent],
  [{ title: '正确率（%）', kind: 'number', width: 12 }, (row) => row.accuracyPercent],
  [{ title: '自评题数', kind: 'number', width: 10 }, (row) => row.ownJudgedCount],
  [{ title: '练习时长（分钟）', kind: 'number', width: 12 }, (row) => Math.round(row.seconds / 6) / 10],
  [{ title: '最近练习', kind: 'datetime', width: 20 }, (row) => row.lastAt],
]
