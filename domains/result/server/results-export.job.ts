/** The results of an exam as a workbook: streamed from a cursor into the store, seen in the download centre when it is whole. */

import { resultState } from '@kaopei/exam/contract/exam-codes'
import { submitCauseLabels } from '@kaopei/exam/contract/exam-events'
import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, searchesContacts, shownContacts } from '@kaopei/org/server'
import { type Db, databaseNow, dataScopeShape } from '@kaopei/server'
import type { CellInput, ColumnSpec } from '@kaopei/sheet'
import { z } from 'zod'
import { findingLabels } from '../contract/finding-labels.ts'
import { type ExportRow, streamResults } from './results.sql.ts'

const payload = z.object({
  examId: z.string(),
  examName: z.string(),
  count: z.number().int(),
  scope: dataScopeShape,
  keyWords: z.string().optional(),
  /** Whose contacts whoever asked reads; jobs of the version before tell none. */
  sight: contactSightShape.default(null),
  departmentId: z.string().optional(),
  state: z.number().int().optional(),
  isPassed: z.boolean().optional(),
  finding: z.enum(['anomaly', 'cheat']).optional(),
})
type Payload = z.output<typeof payload>

export const exportResultsJob = trackedJob({
  kind: 'examResult',
  title: ({ examName }) => `${examName}-考生成绩`,
  payload,
  run: async (wish, tracked) => {
    tracked.setTotal(wish.count)
    await tracked.transaction((db) => {
      const rows = rowsOf(db, wish)
      return exportWorkbook(tracked, {
        fileName: `${wish.examName}-考生成绩.xlsx`,
        sheets: [{ name: '考生成绩', columns: columns.map(([spec]) => spec), rows }],
      })
    })
  },
})

/** What was asked for, as people read it in the download centre. */
export function conditionsOf({ examName, keyWords, state, isPassed, finding, count }: Payload): Record<string, unknown> {
  return {
    考试: examName,
    人数: count,
    ...(keyWords && { 关键字: keyWords }),
    ...(state !== undefined && { 状态: resultState.label(state) }),
    ...(isPassed !== undefined && { 是否通过: isPassed ? '通过' : '未通过' }),
    ...(finding !== undefined && { 监考结论: findingLabels[finding] }),
  }
}

async function* rowsOf(db: Db, wish: Payload): AsyncGenerator<readonly CellInput[]> {
  let number = 0
  const { keyWords, sight, ...filter } = wish
  const search = keyWords ? { keyWords, isSearched: searchesContacts(sight, filter.scope) } : undefined
  for await (const { rows } of streamResults(db, { ...filter, search }, { now: databaseNow(), sight })) {
    for (const row of rows) {
      number += 1
      const shown = { ...row, ...shownContacts(row, row.isReadable) }
      yield columns.map(([, value]) => value(shown, number))
    }
  }
}

type Column = readonly [ColumnSpec, (row: ExportRow, number: number) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 16 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '手机号', width: 14 }, (row) => row.phone],
  [{ title: '人员来源', width: 10 }, (row) => (row.staffSource === 1 ? '员工' : '外部考生')],
  [{ title: '状态', width: 10 }, (row) => resultState.label(row.state)],
  [{ title: '成绩', kind: 'number', width: 8 }, (row) => points(row.scoreHundredths)],
  [{ title: '总分', kind: 'number', width: 8 }, (row) => points(row.maxScoreHundredths)],
  [{ title: '得分率', kind: 'percent', width: 9 }, (row) => shareOf(row.scoreHundredths, row.maxScoreHundredths)],
  [{ title: '及格分', kind: 'number', width: 8 }, (row) => points(row.passScoreHundredths)],
  [{ title: '是否通过', width: 10 }, (row) => (row.isPassed === null ? null : row.isPassed ? '通过' : '未通过')],
  [{ title: '名次', kind: 'number', width: 8 }, (row) => row.rank],
  [{ title: '客观题得分', kind: 'number', width: 11 }, (row) => points(row.objectiveHundredths)],
  [{ title: '主观题得分', kind: 'number', width: 11 }, (row) => points(row.subjectiveHundredths)],
  [{ title: '开始时间', kind: 'datetime', width: 20 }, (row) => row.startedAt],
  [{ title: '交卷时间', kind: 'datetime', width: 20 }, (row) => row.submittedAt],
  [{ title: '用时（分钟）', kind: 'number', width: 12 }, (row) => minutesBetween(row.startedAt, row.submittedAt)],
  [
    { title: '交卷方式', width: 14 },
    (row) => (row.submitCause === null ? null : (submitCauseLabels[row.submitCause] ?? row.submitCause)),
  ],
  [{ title: '考试次数', kind: 'number', width: 10 }, (row) => row.attemptCount],
  [{ title: '计分的次序', kind: 'number', width: 11 }, (row) => row.attemptNumber],
  [{ title: '试题数', kind: 'number', width: 8 }, (row) => row.itemCount],
  [{ title: '已答题数', kind: 'number', width: 10 }, (row) => row.answeredCount],
  [{ title: '答对题数', kind: 'number', width: 10 }, (row) => row.correctCount],
  [{ title: '切屏次数', kind: 'number', width: 10 }, (row) => (row.attemptId === null ? null : row.leaveCount)],
  [{ title: '监考结论', width: 12 }, (row) => row.findings.map((finding) => findingLabels[finding]).join('、') || null],
  [{ title: '登录 IP', width: 16 }, (row) => row.ip],
  [{ title: '成绩发布时间', kind: 'datetime', width: 20 }, (row) => row.publishedAt],
]

function points(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}

function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

function minutesBetween(from: Date | null, until: Date | null): number | null {
  return from && until ? Math.round((until.getTime() - from.getTime()) / 6_000) / 10 : null
}
