import { departmentFilter } from '@kaopei/org/parts'
import { Dash, formatDuration, formatInstant, ListPage, RowActions, type RowOf } from '@kaopei/web'
import { Segmented, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { practiceResults } from '../../contract/practice-results.ts'
import { ExportResults } from './export-results.tsx'
import { PercentBar } from './percent.tsx'
import { PersonDrawer } from './person.drawer.tsx'

type Row = RowOf<typeof practiceResults.people>

const groups = [
  { value: 'yes', label: '已练习' },
  { value: 'no', label: '未练习' },
] as const

/** Who practised, how much and how well; and who may and has not. */
export default function PeopleResults({ practiceId }: { readonly practiceId: string }): ReactNode {
  const [group, setGroup] = useState<'yes' | 'no'>('yes')
  const [opened, setOpened] = useState<Row>()
  const hasPractised = group === 'yes'
  return (
    <>
      <ListPage
        key={group}
        endpoint={practiceResults.people}
        rowKey="staffId"
        prefix="p."
        extraInput={{ practiceId, hasPractised }}
        filters={[{ name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' }, departmentFilter]}
        emptyText={hasPractised ? '还没有人练习' : '没有未练习的人员'}
        toolbar={({ input }) => (
          <>
            <Segmented aria-label="是否已练习" options={[...groups]} value={group} onChange={setGroup} />
            <ExportResults practiceId={practiceId} conditions={input} />
          </>
        )}
        columns={hasPractised ? columnsOf(setOpened) : plain}
      />
      {opened && (
        <PersonDrawer practiceId={practiceId} staffId={opened.staffId} name={opened.name} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

const plain: TableColumnsType<Row> = [
  { title: '姓名', dataIndex: 'name', width: 110 },
  { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 110, render: (number: string | null) => <Dash>{number}</Dash> },
  { title: '部门', dataIndex: 'department', width: 140, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
]

function columnsOf(open: (row: Row) => void): TableColumnsType<Row> {
  return [
    ...plain,
    { title: '轮次', dataIndex: 'runCount', width: 80, align: 'right', className: 'kp-number' },
    { title: '完成轮次', dataIndex: 'finishedCount', width: 90, align: 'right', className: 'kp-number' },
    { title: '作答次数', dataIndex: 'answerCount', width: 90, align: 'right', className: 'kp-number' },
    {
      title: '最好一轮完成',
      dataIndex: 'answeredPercent',
      width: 140,
      render: (percent: number) => <PercentBar percent={percent} label="最好一轮完成" />,
    },
    {
      title: '正确率',
      dataIndex: 'accuracyPercent',
      width: 140,
      render: (percent: number | null) => <PercentBar percent={percent} label="正确率" />,
    },
    { title: '自评题', dataIndex: 'ownJudgedCount', width: 80, align: 'right', className: 'kp-number' },
    { title: '练习时长', dataIndex: 'seconds', width: 100, align: 'right', render: (seconds: number) => formatDuration(seconds) },
    { title: '最近练习', dataIndex: 'lastAt', width: 150, render: (at: string | null) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      fixed: 'right',
      render: (_, row) => <RowActions actions={[{ label: '记录', name: `${row.name}的练习记录`, run: () => open(row) }]} />,
    },
  ]
}
