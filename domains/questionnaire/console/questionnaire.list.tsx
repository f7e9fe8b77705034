import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, Dash, filtersOf, formatInstant, formatNumber, ListPage, RightButton } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { audienceMode, questionnaireStatus } from '../contract/codes.ts'
import { questionnaireMenu } from '../contract/menus.ts'
import { type QuestionnaireRow, questionnaire } from '../contract/questionnaire.ts'
import { NewQuestionnaire } from './new-questionnaire-opened.ts'
import { detailPath, resultsPath } from './paths.ts'
import { QuestionnaireActions } from './questionnaire-actions.tsx'
import { wordsOfTimes } from './words-of-times.ts'

const { draft, notStarted, inProgress, ended, closed } = questionnaireStatus
const shown: readonly number[] = [draft, notStarted, inProgress, ended, closed]

const filters = filtersOf(questionnaire.list, [
  { name: 'name', label: '问卷名称', kind: 'text' },
  {
    name: 'status',
    label: '状态',
    kind: 'select',
    options: questionnaireStatus.options.filter(({ value }) => shown.includes(value)),
  },
  { name: 'audienceMode', label: '答卷方式', kind: 'select', options: audienceMode.options },
])

/** 问卷管理 */
export default function QuestionnaireList(): ReactNode {
  const [isMaking, setMaking] = useState(false)
  const add = (
    <RightButton right={questionnaireMenu.rights.add} type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      新建问卷
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="问卷管理"
        endpoint={questionnaire.list}
        rowKey="id"
        filters={filters}
        toolbar={add}
        emptyText="还没有问卷"
        emptyAction={add}
        columns={columns}
      />
      <NewQuestionnaire open={isMaking} onClose={() => setMaking(false)} />
    </>
  )
}

const columns: TableColumnsType<QuestionnaireRow> = [
  {
    title: '问卷名称',
    dataIndex: 'name',
    width: 220,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={detailPath(id)}>{name}</Link>,
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 84,
    render: (status: number) => <CodeTag codes={questionnaireStatus} value={status} />,
  },
  { title: '记名', dataIndex: 'isAnonymous', width: 62, render: (isAnonymous: boolean) => (isAnonymous ? '匿名' : '记名') },
  { title: '答卷方式', dataIndex: 'audienceMode', width: 100, render: (mode: number) => audienceMode.label(mode) },
  { title: '题目', dataIndex: 'questionCount', width: 64, align: 'right', className: 'kp-number' },
  {
    title: '已收到',
    dataIndex: 'receivedCount',
    width: 84,
    align: 'right',
    className: 'kp-number',
    render: (count: number, { id, status }) =>
      status === draft ? <Dash /> : <Link to={resultsPath(id)}>{formatNumber(count)}</Link>,
  },
  {
    title: '答题时间',
    key: 'times',
    width: 158,
    render: (_, row) => wordsOfTimes(row).map((line) => <div key={line}>{line}</div>),
  },
  {
    title: '更新',
    dataIndex: 'updateTime',
    width: 160,
    render: (time: string, { creatorName }) => (
      <>
        {formatInstant(time)}
        {creatorName !== null && <div className="kp-hint">创建人：{creatorName}</div>}
      </>
    ),
  },
  { title: '操作', key: 'actions', width: 168, fixed: 'right', render: (_, row) => <QuestionnaireActions row={row} /> },
]
