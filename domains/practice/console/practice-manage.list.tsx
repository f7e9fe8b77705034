import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, Dash, formatInstant, formatNumber, ListPage, RightButton, type RowOf } from '@kaopei/web'
import { type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { participationMode, practiceStatus } from '../contract/codes.ts'
import { practiceManage } from '../contract/menus.ts'
import { practice } from '../contract/practice.ts'
import { practicePolicy } from '../contract/practice-policy.ts'
import { practiceResults } from '../contract/practice-results.ts'
import { detailPath, stepPath, weakPointsPath } from './paths.ts'
import { PolicyDialog } from './policy.dialog.tsx'
import './practice.css'
import { PracticeActions } from './practice-actions.tsx'

type Row = RowOf<typeof practice.listByPage>

/** 练习管理: every practice with its state and how many practise it. */
export default function PracticeManageList(): ReactNode {
  const navigate = useNavigate()
  const [isSetting, setSetting] = useState(false)
  const create = () => void navigate(stepPath(0))
  return (
    <>
      <ListPage
        title="练习管理"
        endpoint={practice.listByPage}
        rowKey="id"
        toolbar={
          <>
            <RightButton right={practiceManage.rights.add} type="primary" icon={<PlusOutlined />} onClick={create}>
              新建练习
            </RightButton>
            <RightButton right={practiceResults.weakPoints} onClick={() => void navigate(weakPointsPath)}>
              薄弱知识点
            </RightButton>
            <RightButton right={practicePolicy.set} onClick={() => setSetting(true)}>
              练习规则
            </RightButton>
          </>
        }
        emptyText="还没有练习"
        emptyAction={
          <RightButton right={practiceManage.rights.add} type="link" onClick={create}>
            新建第一个练习
          </RightButton>
        }
        filters={[
          { name: 'name', label: '练习名称', kind: 'text' },
          { name: 'status', label: '状态', kind: 'select', options: shownStatuses, isMultiple: true },
        ]}
        columns={columns}
      />
      {isSetting && <PolicyDialog onClose={() => setSetting(false)} />}
    </>
  )
}

/** 1 is all of 4, 5 and 6. */
const shownStatuses = practiceStatus.options.filter(({ value }) => value !== practiceStatus.published)

const columns: TableColumnsType<Row> = [
  {
    title: '练习名称',
    dataIndex: 'name',
    width: 240,
    ellipsis: { showTitle: false },
    render: (name: string, { id, status }) => (
      <Tooltip title={name} placement="topLeft">
        <Link to={status === practiceStatus.draft ? stepPath(0, id) : detailPath(id)}>{name}</Link>
      </Tooltip>
    ),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 90,
    render: (status: number) => <CodeTag codes={practiceStatus} value={status} />,
  },
  { title: '练习时间', key: 'time', width: 165, render: (_, row) => <TimeCell {...row} /> },
  {
    title: '参与方式',
    dataIndex: 'participationMode',
    width: 120,
    render: (mode: number) => participationMode.label(mode),
  },
  { title: '题数', dataIndex: 'questionCount', width: 80, align: 'right', render: (count: number) => formatNumber(count) },
  { title: '练习人数', dataIndex: 'practisedCount', width: 96, align: 'right', render: (count: number) => formatNumber(count) },
  { title: '创建人', dataIndex: 'creatorName', width: 100, ellipsis: true, render: (name: string) => <Dash>{name}</Dash> },
  { title: '更新时间', dataIndex: 'updateTime', width: 150, render: (time: string) => formatInstant(time) },
  { title: '操作', key: 'actions', width: 190, fixed: 'right', render: (_, row) => <PracticeActions practice={row} /> },
]

function TimeCell({ startTime, endTime }: Pick<Row, 'startTime' | 'endTime'>): ReactNode {
  if (startTime === null && endTime === null) return '长期有效'
  return (
    <span className="kp-number">
      {startTime === null ? '发布时起' : formatInstant(startTime)}
      <br />
      {endTime === null ? '长期有效' : `至 ${formatInstant(endTime)}`}
    </span>
  )
}
