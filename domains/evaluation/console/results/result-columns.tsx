/** What the lists of reports have in common, of scales and of posts: who, what they say against it, when. */
import { departmentFilter } from '@kaopei/org/parts'
import { CodeTag, Dash, formatInstant } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { contestState } from '../../contract/codes.ts'

interface Held {
  readonly staffName: string
  readonly loginAccount: string
  readonly departmentName: string | null
  readonly contestState: number
  readonly issuedAt: string
}

/** Behind each list's own. */
export const resultFilters = [
  { name: 'contestState', label: '异议', kind: 'select', options: contestState.options } as const,
  { name: 'issued', label: '出具日期', kind: 'dateRange' } as const,
  departmentFilter,
]

/** The name leads to the report. */
export const holderColumns = <Row extends Held>(
  pathOf: (row: Row) => string,
  nameOf: (row: Row) => string = ({ staffName }) => staffName,
): TableColumnsType<Row> => [
  {
    ...{ title: '姓名', dataIndex: 'staffName', width: 110, ellipsis: true },
    render: (_: unknown, row) => <Link to={pathOf(row)}>{nameOf(row)}</Link>,
  },
  { title: '账号', dataIndex: 'loginAccount', width: 120, ellipsis: true },
  {
    ...{ title: '部门', dataIndex: 'departmentName', width: 140, ellipsis: true },
    render: (name: string | null) => <Dash>{name}</Dash>,
  },
]

export const standingColumns = <Row extends Held>(): TableColumnsType<Row> => [
  {
    ...{ title: '异议', dataIndex: 'contestState', width: 84 },
    render: (state: number) => (state === contestState.none ? <Dash /> : <CodeTag codes={contestState} value={state} />),
  },
  { title: '出具时间', dataIndex: 'issuedAt', width: 150, render: (at: string) => formatInstant(at) },
]
