import type { OutputOf } from '@kaopei/contract'
import { FocusReturn, formatDuration, formatInstant, Loaded, ToneTag, useCall } from '@kaopei/web'
import { Drawer, Table } from 'antd'
import type { ReactNode } from 'react'
import { runMode } from '../../contract/codes.ts'
import { practiceResults } from '../../contract/practice-results.ts'
import { PercentBar } from './percent.tsx'

interface PersonProps {
  readonly practiceId: string
  readonly staffId: string
  readonly name: string
  readonly onClose: () => void
}

type Person = OutputOf<typeof practiceResults.person>

/** One person: every round, and what they know of each point. */
export function PersonDrawer({ practiceId, staffId, name, onClose }: PersonProps): ReactNode {
  const asked = useCall(practiceResults.person, { practiceId, staffId })
  return (
    <Drawer open title={`${name}的练习记录`} size={820} onClose={onClose} destroyOnHidden>
      <FocusReturn />
      <Loaded of={asked}>
        {({ runs, runCount, points }) => (
          <>
            <h2 className="kp-practice-section">练习轮次（{runCount}）</h2>
            {runCount > runs.length && <p className="kp-hint">只列出最近 {runs.length} 轮。</p>}
            <Runs runs={runs} />
            <h2 className="kp-practice-section">知识点掌握（{points.length}）</h2>
            <p className="kp-hint">按近 180 天每题最近一次作答计算，少于 3 题不作结论。</p>
            <Points points={points} />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Runs({ runs }: { readonly runs: Person['runs'] }): ReactNode {
  return (
    <Table<Person['runs'][number]>
      rowKey="runId"
      size="small"
      dataSource={runs}
      pagination={runs.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      columns={[
        { title: '开始时间', dataIndex: 'beganAt', width: 150, render: (at: string) => formatInstant(at) },
        { title: '方式', dataIndex: 'mode', width: 100, render: (mode: number) => runMode.label(mode) },
        {
          title: '状态',
          dataIndex: 'isFinished',
          width: 90,
          render: (isFinished: boolean) => (
            <ToneTag tone={isFinished ? 'success' : 'info'}>{isFinished ? '已完成' : '进行中'}</ToneTag>
          ),
        },
        {
          title: '已答 / 题数',
          key: 'answered',
          align: 'right',
          className: 'kp-number',
          render: (_, { answeredCount, itemCount }) => `${answeredCount} / ${itemCount}`,
        },
        { title: '答对', dataIndex: 'rightCount', width: 70, align: 'right', className: 'kp-number' },
        { title: '自评', dataIndex: 'ownJudgedCount', width: 70, align: 'right', className: 'kp-number' },
        { title: '用时', dataIndex: 'seconds', width: 100, align: 'right', render: (seconds: number) => formatDuration(seconds) },
      ]}
    />
  )
}

function Points({ points }: { readonly points: Person['points'] }): ReactNode {
  return (
    <Table<Person['points'][number]>
      rowKey="knowledgePointId"
      size="small"
      dataSource={points}
      pagination={points.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      columns={[
        { title: '知识点', dataIndex: 'name', ellipsis: true },
        { title: '题数', dataIndex: 'questionCount', width: 80, align: 'right', className: 'kp-number' },
        {
          title: '掌握度',
          dataIndex: 'masteryPercent',
          width: 200,
          render: (percent: number | null, { name }) => <PercentBar percent={percent} label={`${name}的掌握度`} />,
        },
      ]}
    />
  )
}
