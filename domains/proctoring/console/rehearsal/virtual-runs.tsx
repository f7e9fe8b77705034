import { ActionButton, CodeTag, formatInstant, ListPage, RightButton, type RowOf, ToneTag, useCall } from '@kaopei/web'
import { Alert, Progress, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { runState, startPattern } from '../../contract/rehearsal/codes.ts'
import { type RunProgress, rehearsal } from '../../contract/rehearsal/run.ts'
import { RunDialog } from './run.dialog.tsx'
import { RunResult } from './run-result.tsx'

type Row = RowOf<typeof rehearsal.list>

const isOpen = ({ state }: Row) => state === runState.waiting || state === runState.running

/** Runs of virtual candidates, the newest first: what goes on, and what each came to. */
export function VirtualRuns({ examId }: { readonly examId: string }): ReactNode {
  const asked = useCall(rehearsal.hindrance, { examinationId: examId }, { refetchInterval: 15_000 })
  const [isStarting, setStarting] = useState(false)
  const hindrance = asked.data?.message ?? null
  return (
    <>
      {hindrance !== null && <Alert type="warning" showIcon title={hindrance} style={{ marginBottom: 12 }} />}
      <ListPage
        endpoint={rehearsal.list}
        rowKey="id"
        prefix="v."
        extraInput={{ examinationId: examId }}
        emptyText="还没有演练过。虚拟考生通过系统网址按真实流程进入考试、保存答案和交卷，不计入任何名单、成绩、统计和用量，结束后自动清除。"
        refetchInterval={(rows) => (rows.some(isOpen) ? 2000 : false)}
        columns={columns}
        expandable={{
          rowExpandable: ({ verdict, reason }) => verdict !== null || reason !== null,
          expandedRowRender: (row) => <RunResult row={row} />,
        }}
        toolbar={(list) => (
          <>
            <RightButton
              right={rehearsal.start}
              type="primary"
              disabled={asked.data === undefined || hindrance !== null}
              onClick={() => setStarting(true)}
            >
              开始演练
            </RightButton>
            {isStarting && (
              <RunDialog
                examId={examId}
                candidateCount={asked.data?.candidateCount ?? 0}
                onClose={() => setStarting(false)}
                onSaved={() => {
                  list.refetch()
                  void asked.refetch()
                }}
              />
            )}
          </>
        )}
      />
    </>
  )
}

const columns: TableColumnsType<Row> = [
  { title: '开始时间', dataIndex: 'createTime', width: 150, render: (time: string) => formatInstant(time) },
  { title: '虚拟考生', dataIndex: 'count', width: 90, align: 'right', render: (count: number) => `${count} 人` },
  {
    title: '方式',
    key: 'pattern',
    width: 200,
    render: (_, { pattern, thinkSeconds, minutes }) =>
      `${startPattern.label(pattern)}，每题 ${thinkSeconds} 秒，作答 ${minutes} 分钟`,
  },
  {
    title: '状态',
    key: 'state',
    width: 150,
    render: (_, { state, isStopping, isCleaned }) => (
      <>
        <CodeTag codes={runState} value={state} />
        {isStopping && <ToneTag tone="warning">正在停止</ToneTag>}
        {!isStopping && state > runState.running && !isCleaned && <ToneTag tone="info">清除中</ToneTag>}
      </>
    ),
  },
  {
    title: '结论',
    key: 'verdict',
    width: 280,
    render: (_, row) =>
      isOpen(row) ? <Going progress={row.progress} count={row.count} /> : (row.verdict?.text ?? row.reason ?? '-'),
  },
  { title: '发起人', dataIndex: 'askedBy', width: 90, ellipsis: true, render: (name: string) => name || '-' },
  {
    title: '操作',
    key: 'actions',
    width: 70,
    fixed: 'right',
    render: (_, row) =>
      isOpen(row) &&
      !row.isStopping && (
        <ActionButton
          type="link"
          size="small"
          danger
          endpoint={rehearsal.stop}
          input={{ id: row.id }}
          confirm={{ title: '停止演练', content: '停止后不产生结论，虚拟考生的数据会自动清除。确定停止吗？', isDangerous: true }}
          successText="正在停止，几秒后生效"
        >
          停止
        </ActionButton>
      ),
  },
]

function Going({ progress, count }: { readonly progress: RunProgress; readonly count: number }): ReactNode {
  const { begun, saved, handedIn, failed, load } = progress
  const percent = Math.round(((begun + handedIn) / (2 * count)) * 100)
  return (
    <>
      <Progress percent={percent} size="small" aria-label="演练进度" />
      <span className="kp-hint">
        {`已进入 ${begun}，保存 ${saved} 次，已交卷 ${handedIn}`}
        {failed > 0 && `，未成功 ${failed}`}
        {`，服务器负载 ${load}/10`}
      </span>
    </>
  )
}
