import type { Readable } from 'node:stream'
import { type CellInput, type ColumnSpec, writeXlsx } from '@kaopei/sheet'
import { attendanceState } from '../../contract/codes.ts'
import { attendanceWays } from '../../contract/session.ts'
import { shownAt } from '../learn/words.ts'
import type { AttendanceListRow } from './attendance.sql.ts'
import type { SessionRow } from './session.sql.ts'

type Column = readonly [ColumnSpec, (row: AttendanceListRow, number: number, zone: string) => CellInput]

const columns: readonly Column[] = [
  [{ title: '序号', kind: 'number', width: 7 }, (_, number) => number],
  [{ title: '姓名', width: 12 }, (row) => row.name],
  [{ title: '账号', width: 18 }, (row) => row.loginAccount],
  [{ title: '工号', width: 12 }, (row) => row.jobNumber],
  [{ title: '部门', width: 20 }, (row) => row.department],
  [{ title: '状态', width: 10 }, (row) => (row.state === null ? '未签到' : attendanceState.label(row.state))],
  [{ title: '签到时间', width: 18 }, (row, _, zone) => (row.signedAt === null ? '' : shownAt(row.signedAt, zone))],
  [{ title: '方式', width: 10 }, (row) => (row.way === null ? '' : attendanceWays[row.way])],
  [{ title: '来源地址', width: 18 }, (row) => row.address],
  [{ title: '原因', width: 30 }, (row) => row.reason],
  [{ title: '登记人', width: 12 }, (row) => row.changedByName],
  [{ title: '签名', width: 16 }, () => ''],
]

export function attendanceSheet(session: SessionRow, rows: readonly AttendanceListRow[], zone: string): Readable {
  const { projectName, title, place, beginTime, endTime, lecturer } = session
  const when = `${shownAt(beginTime, zone)} 至 ${shownAt(endTime, zone)}`
  const notes = [
    `${projectName} · ${title}`,
    [`时间：${when}`, `地点：${place}`, lecturer && `讲师：${lecturer}`].filter(Boolean).join('　'),
  ]
  return writeXlsx({
    sheets: [
      {
        name: '签到表',
        columns: columns.map(([spec]) => spec),
        rows: rows.map((row, index) => columns.map(([, value]) => value(row, index + 1, zone))),
        notes,
      },
    ],
  })
}
