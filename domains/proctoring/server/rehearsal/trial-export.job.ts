/** Who is ready and who is not, as a workbook. */
import { findExam, reachShape } from '@kaopei/exam/server'
import { exportWorkbook, JobFailure, trackedJob } from '@kaopei/jobs/server'
import type { Db } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { trialStanding } from '../../contract/rehearsal/codes.ts'
import { flagsOfExam } from './asked.ts'
import { problemsOf } from './rules/trial-state.ts'
import { selectTrials, type TrialFilter, type TrialRow } from './trial.sql.ts'

const payload = z.object({
  examId: z.string(),
  examName: z.string(),
  name: z.string().optional(),
  state: trialStanding.schema.optional(),
  scope: reachShape,
  count: z.int(),
})
const pageSize = 1000

export const trialExportJob = trackedJob({
  kind: 'deviceTrials',
  title: ({ examName }) => `设备测试情况：${examName}`,
  payload,
  run: async ({ examId, examName, name, state, scope, count }, tracked) => {
    tracked.setTotal(count)
    await tracked.transaction(async (db) => {
      const exam = await findExam(db, examId)
      if (!exam) throw new JobFailure('考试已被删除')
      const filter = { examId, flags: await flagsOfExam(db, exam), scope, name, state }
      await exportWorkbook(tracked, {
        fileName: `${examName}-设备测试情况.xlsx`,
        sheets: [{ name: '设备测试', columns: columns.map(([spec]) => spec), rows: rowsOf(db, filter) }],
      })
    })
  },
})

async function* rowsOf(db: Db, filter: TrialFilter): AsyncGenerator<readonly CellInput[]> {
  let offset = 0
  let page: TrialRow[]
  do {
    page = await selectTrials(db, filter, { limit: pageSize, offset })
    for (const row of page) {
      offset += 1
      yield columns.map(([, value]) => value(row, offset))
    }
  } while (page.length === pageSize)
}

const columns: readonly (readonly [ColumnSpec, (row: TrialRow, number: number) => CellInput])[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '考生', width: 14 }, ({ name }) => name],
  [{ title: '部门', width: 20 }, ({ department }) => department],
  [{ title: '状态', width: 14 }, ({ state }) => trialStanding.label(state)],
  [{ title: '测试时间', kind: 'datetime', width: 20 }, ({ time }) => time],
  [{ title: '设备', width: 26 }, ({ deviceName }) => deviceName],
  [{ title: '问题', width: 60 }, ({ checks }) => problemsOf(null, checks ?? []).join('；')],
  [{ title: '测试次数', kind: 'number', width: 10 }, ({ tries }) => tries],
  [{ title: '提醒时间', kind: 'datetime', width: 20 }, ({ remindedTime }) => remindedTime],
]
