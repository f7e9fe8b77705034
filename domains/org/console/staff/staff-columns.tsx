import { CodeTag, Dash, formatInstant, ToneTag } from '@kaopei/web'
import { Space, type TableColumnsType } from 'antd'
import { staffState } from '../../contract/codes.ts'
import type { StaffRow } from '../../contract/staff.ts'
import { StaffActions } from './staff-actions.tsx'
import type { Open } from './staff-opened.ts'

type Column = TableColumnsType<StaffRow>[number]

// Together with ticks and serial numbers as wide as the list on a screen of 1920: nothing lies below the actions at its right.

const name: Column = { title: '姓名', dataIndex: 'name', width: 84, ellipsis: true }
const state: Column = {
  title: '状态',
  dataIndex: 'isEnabled',
  width: 72,
  render: (isEnabled: boolean, { isLocked }) => (
    <Space size={4} wrap>
      <CodeTag codes={staffState} value={isEnabled ? staffState.enabled : staffState.disabled} />
      {isLocked && <ToneTag tone="warning">已锁定</ToneTag>}
    </Space>
  ),
}
const account: Column = { title: '账号', dataIndex: 'loginAccount', width: 92, ellipsis: true }
const department: Column = {
  title: '部门',
  dataIndex: 'department',
  width: 104,
  ellipsis: { showTitle: false },
  render: (name: string | null, { departmentPath, otherDepartments }) => (
    <Dash>
      {name === null ? null : (
        <span title={[departmentPath ?? name, ...otherDepartments.map((other) => `兼：${other.name}`)].join('\n')}>
          {name}
          {otherDepartments.length > 0 && <span className="kp-hint"> +{otherDepartments.length}</span>}
        </span>
      )}
    </Dash>
  ),
}
const phone: Column = { title: '手机号', dataIndex: 'phone', width: 112 }
const jobNumber: Column = { title: '工号', dataIndex: 'jobNumber', width: 96, ellipsis: true }
const post: Column = { title: '岗位', dataIndex: 'post', width: 88, ellipsis: true }
const rank: Column = { title: '职级', dataIndex: 'rank', width: 64, ellipsis: true }
const labels: Column = {
  title: '标签',
  dataIndex: 'labels',
  width: 88,
  render: (_, { labels }) => (
    <Dash>
      {labels.length === 0 ? null : (
        <span className="kp-staff-labels" title={labels.map(({ name }) => name).join('\n')}>
          {labels.map(({ name }) => name).join('、')}
        </span>
      )}
    </Dash>
  ),
}
const email: Column = { title: '邮箱', dataIndex: 'email', width: 194, ellipsis: true }
const lastLogin: Column = {
  title: '最近登录',
  dataIndex: 'lastLoginAt',
  width: 142,
  render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
}

function actions(open: Open): Column {
  return {
    title: '操作',
    key: 'actions',
    width: 132,
    fixed: 'right',
    render: (_, row) => <StaffActions row={row} open={open} />,
  }
}

export function employeeColumns(open: Open): TableColumnsType<StaffRow> {
  return [name, state, account, department, phone, jobNumber, post, rank, labels, email, lastLogin, actions(open)]
}

/** Outside candidates have neither posts nor numbers of the company. */
export function outsideColumns(open: Open): TableColumnsType<StaffRow> {
  return [name, state, account, phone, email, department, labels, lastLogin, actions(open)]
}
