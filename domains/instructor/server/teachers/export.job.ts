/** Instructors as a workbook; contacts as whoever asked may see them. */
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape } from '@kaopei/org/server'
import { type Db, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { teacherState } from '../../contract/codes.ts'
import { teacherFilter } from '../../contract/teacher.ts'
import { selectTeachersAfter } from './list.sql.ts'
import { shownTeacher } from './shown.ts'

const payload = teacherFilter.extend({ count: z.int(), scope: dataScopeShape, sight: contactSightShape })

const pageSize = 500

export const exportTeachersJob = trackedJob({
  kind: 'teachers',
  title: () => '讲师名单',
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) =>
      exportWorkbook(tracked, {
        fileName: '讲师名单.xlsx',
        sheets: [{ name: '讲师', columns: columns.map(([spec]) => spec), rows: rowsOf(db, wish) }],
      }),
    )
  },
})

type Shown = ReturnType<typeof shownTeacher>

async function* rowsOf(db: Db, { sight, count: _, ...filter }: z.output<typeof payload>): AsyncGenerator<readonly CellInput[]> {
  let number = 0
  let after: string | null = null
  while (true) {
    const page = await selectTeachersAfter(db, filter, sight, { after, limit: pageSize })
    for (const row of page.map(shownTeacher)) {
      number += 1
      yield columns.map(([, value]) => value(row, number))
    }
    after = page.at(-1)?.id ?? null
    if (page.length < pageSize) return
  }
}

const columns: readonly (readonly [ColumnSpec, (row: Shown, number: number) => CellInput])[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '来源', width: 8 }, (row) => row.originName],
  [{ title: '级别', width: 12 }, (row) => row.levelName],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '所属机构', width: 24 }, (row) => row.institution],
  [{ title: '职称', width: 14 }, (row) => row.title],
  [{ title: '分类', width: 14 }, (row) => row.categoryName],
  [{ title: '标签', width: 24 }, (row) => row.tags.map(({ name }) => name).join('、')],
  [{ title: '手机号', width: 16 }, (row) => row.phone],
  [{ title: '邮箱', width: 24 }, (row) => row.email],
  [{ title: '评分', kind: 'number', width: 8 }, (row) => row.rating?.mean ?? null],
  [{ title: '评价份数', kind: 'number', width: 10 }, (row) => row.rating?.count ?? null],
  [{ title: '已确认课时（分钟）', kind: 'number', width: 16 }, (row) => row.taughtMinutes],
  [{ title: '负责人', width: 12 }, (row) => row.keeperName],
  [{ title: '状态', width: 8 }, (row) => (row.hasLeft ? '已离职' : teacherState.label(row.state))],
]
