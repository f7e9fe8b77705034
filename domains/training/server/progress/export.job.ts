/** The progress of a project's people as a workbook, in the order of their list and in pages of a thousand, with the state of every task. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, readableContacts, searchesContacts, shownContacts } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { taskProgress } from '../../contract/codes.ts'
import { progressOrder } from '../../contract/progress.ts'
import { filterOf, type ParticipantRow, selectParticipantIds, selectParticipants, shownState } from '../people/list.sql.ts'
import { type ShownOutline, shownOutline } from './outline-of.ts'

const payload = z.object({
  projectId: z.string(),
  projectName: z.string(),
  count: z.number().int(),
  scope: dataScopeShape,
  sight: contactSightShape,
  keyWords: z.string().optional(),
  departmentId: z.string().optional(),
  progress: z.number().int().optional(),
  isOverdue: z.boolean().optional(),
  taskId: z.string().optional(),
  taskState: z.number().int().optional(),
  stuckTaskId: z.string().optional(),
  ...progressOrder,
})
type Payload = z.output<typeof payload>

const pageSize = 1000

export const exportProgressJob = trackedJob({
  kind: 'trainingProgress',
  title: ({ projectName }) => `${projectName}-学员进度`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction(async (db) => {
      const outline = await shownOutline(db, wish.projectId)
      if (!outline) return
      const titles = outline.stages.flatMap(({ tasks }) => tasks.map(({ title }) => title))
      await exportWorkbook(tracked, {
        fileName: `${wish.projectName}-学员进度.xlsx`,
        sheets: [
          {
            name: '学员进度',
            columns: [...columns.map(([spec]) => spec), ...titles.map((title): ColumnSpec => ({ title, width: 12 }))],
            rows: rowsOf(db, outline, wish),
          },
        ],
      })
    })
  },
})

async function* rowsOf(db: Db, outline: ShownOutline, wish: Payload): AsyncGenerator<readonly CellInput[]> {
  const { keyWords, sight, sortField, sortOrder, count: _count, projectName: _name, ...rest } = wish
  const search = keyWords ? { keyWords, isSearched: searchesContacts(sight, rest.scope) } : undefined
  const filter = filterOf(outline, { ...rest, search, now: databaseNow() })
  const tasks = outline.stages.flatMap((stage) => stage.tasks)
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  const order = { sort: sortField, isAscending: sortOrder === 'asc' }
  // While it is written people learn on: where everybody stands in the order is read once.
  const all = await selectParticipantIds(db, filter, order)
  let number = 0
  for (let from = 0; from < all.length; from += pageSize) {
    const staffIds = all.slice(from, from + pageSize)
    const page = await selectParticipants(db, { filter: { ...filter, staffIds }, ...order, limit: pageSize, offset: 0 })
    const isReadable = await readableContacts(db, sight, staffIds)
    for (const row of page) {
      number += 1
      const shown = { ...row, ...shownContacts(row, isReadable(row.staffId)) }
      const next = row.nextTaskId === null ? '' : (titles.get(row.nextTaskId) ?? '')
      yield [
        ...columns.map(([, value]) => value(shown, { number, next })),
        ...tasks.map((task) => (row.exempted.includes(task.slot) ? '已免修' : taskProgress.label(shownState(row.states, task)))),
      ]
    }
  }
}

interface Beside {
  readonly number: number
  /** Title of the task that is owed. */
  readonly next: string
}
type Column = readonly [ColumnSpec, (row: ParticipantRow, beside: Beside) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, { number }) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 16 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '状态', width: 10 }, (row) => taskProgress.label(row.progress)],
  [{ title: '进度（%）', kind: 'number', width: 10 }, (row) => row.percent],
  [{ title: '加入时间', kind: 'datetime', width: 20 }, (row) => row.enrolledAt],
  [{ title: '完成时间', kind: 'datetime', width: 20 }, (row) => row.completedAt],
  [{ title: '最近学习', kind: 'datetime', width: 20 }, (row) => row.lastAt],
  [{ title: '待完成任务', width: 24 }, (_, { next }) => next],
  [{ title: '待完成自', kind: 'datetime', width: 20 }, (row) => row.nextSince],
  [{ title: '任务期限', kind: 'datetime', width: 20 }, (row) => row.nextDueAt],
  [{ title: '是否逾期', width: 10 }, (row) => (row.isOverdue ? '是' : '否')],
]
