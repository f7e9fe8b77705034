/** The progress of a course's learners as a workbook, in the order of their list and in pages of a thousand. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, readableContacts, searchesContacts, shownContacts } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { taskProgress } from '../../contract/codes.ts'
import { courseStaffOrder } from '../../contract/course-staff.ts'
import { type Outline, publishedOutline } from '../outline/outline.sql.ts'
import { type ListedLearner, selectLearnerIds, selectLearners } from '../people/list.sql.ts'
import { selectLearned } from './progress.sql.ts'
import { taskStatesOf } from './task-states.ts'

const payload = z.object({
  courseId: z.string(),
  courseName: z.string(),
  count: z.number().int(),
  scope: dataScopeShape,
  keyWords: z.string().optional(),
  sight: contactSightShape,
  departmentId: z.string().optional(),
  progress: z.number().int().optional(),
  isOverdue: z.boolean().optional(),
  ...courseStaffOrder,
})
type Payload = z.output<typeof payload>

const pageSize = 1000

export const exportProgressJob = trackedJob({
  kind: 'courseProgress',
  title: ({ courseName }) => `${courseName}-学习进度`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction(async (db) => {
      const outline = await publishedOutline(db, wish.courseId)
      const titles = (outline?.chapters ?? []).flatMap(({ tasks }) => tasks.map(({ title }) => title))
      await exportWorkbook(tracked, {
        fileName: `${wish.courseName}-学习进度.xlsx`,
        sheets: [
          {
            name: '学习进度',
            columns: [...columns.map(([spec]) => spec), ...titles.map((title): ColumnSpec => ({ title, width: 12 }))],
            rows: rowsOf(db, wish, outline),
          },
        ],
      })
    })
  },
})

async function* rowsOf(db: Db, wish: Payload, outline: Outline | undefined): AsyncGenerator<readonly CellInput[]> {
  const { keyWords, sight, sortField, sortOrder, ...rest } = wish
  const search = keyWords ? { keyWords, isSearched: searchesContacts(sight, rest.scope) } : undefined
  const filter = { ...rest, search, now: databaseNow() }
  const order = { sort: sortField ?? 'staff', isAscending: sortOrder === 'asc' } as const
  const titles = new Map((outline?.chapters ?? []).flatMap(({ tasks }) => tasks).map(({ id, title }) => [id, title]))
  // While it is written people learn on: where everybody stands in the order is read once.
  const all = await selectLearnerIds(db, filter, order)
  let number = 0
  for (let from = 0; from < all.length; from += pageSize) {
    const ids = all.slice(from, from + pageSize)
    const page = await selectLearners(db, { filter: { ...filter, staffIds: ids }, ...order, limit: pageSize, offset: 0 })
    const found = await selectLearned(db, wish.courseId, ids)
    const learned = new Map(found.map((row) => [row.staffId, row]))
    const statesFor = await taskStatesOf(db, outline, found)
    const isReadable = await readableContacts(db, sight, ids)
    for (const row of page) {
      number += 1
      const more = learned.get(row.staffId)
      const learnt = { wallSeconds: more?.wallSeconds ?? 0, lastTask: titles.get(more?.lastTaskId ?? '') ?? '' }
      const full = { ...row, ...shownContacts(row, isReadable(row.staffId)), ...learnt }
      yield [...columns.map(([, value]) => value(full, number)), ...statesFor(more).map((state) => taskProgress.label(state))]
    }
  }
}

type Row = ListedLearner & { readonly wallSeconds: number; readonly lastTask: string }
type Column = readonly [ColumnSpec, (row: Row, number: number) => CellInput]

const minutes = (seconds: number) => Math.round(seconds / 6) / 10

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 16 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '状态', width: 10 }, (row) => taskProgress.label(row.progress)],
  [{ title: '进度（%）', kind: 'number', width: 10 }, (row) => row.percent],
  [{ title: '学习时长（分钟）', kind: 'number', width: 16 }, (row) => minutes(row.learnedSeconds)],
  [{ title: '在线时长（分钟）', kind: 'number', width: 16 }, (row) => minutes(row.wallSeconds)],
  [{ title: '加入时间', kind: 'datetime', width: 20 }, (row) => row.enrolledAt],
  [{ title: '截止时间', kind: 'datetime', width: 20 }, (row) => row.dueAt],
  [{ title: '是否逾期', width: 10 }, (row) => (row.isOverdue ? '是' : '否')],
  [{ title: '完成时间', kind: 'datetime', width: 20 }, (row) => row.completedAt],
  [{ title: '最近学习', kind: 'datetime', width: 20 }, (row) => row.lastAt],
  [{ title: '上次学到', width: 24 }, (row) => row.lastTask],
]
