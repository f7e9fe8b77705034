import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatInstant, Loaded, RightButton, ToneTag, useCall } from '@kaopei/web'
import { downloadFile } from '@kaopei/web/client'
import { Alert, Button, Statistic, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { loop } from '../../contract/loop.ts'
import { ProjectInfo } from '../info/frame.tsx'
import type { ProjectDetail } from '../wizard/frame.tsx'
import { AfterExam } from './after-exam.tsx'
import { IntervalBar } from './interval-bar.tsx'

type Effect = OutputOf<typeof loop.effect>
type Row = Effect['rows'][number]

/** /projectInfo/projectEffect: before and after by point, in figures and in words. */
export default function ProjectEffect(): ReactNode {
  return <ProjectInfo page="effect">{(detail) => <Shown detail={detail} />}</ProjectInfo>
}

function Shown({ detail }: { readonly detail: ProjectDetail }): ReactNode {
  if (detail.sourceExamId === null)
    return (
      <div className="kp-card">
        <EmptyState text="该项目不是从考试生成的，没有培训效果可看" />
      </div>
    )
  return <OfLoop projectId={detail.id} />
}

function OfLoop({ projectId }: { readonly projectId: string }): ReactNode {
  const asked = useCall(loop.effect, { projectId })
  return (
    <Loaded of={asked}>
      {(effect) => (
        <>
          <section className="kp-card" aria-label="对比的考试与人数">
            <div className="kp-toolbar">
              <span>
                培训前：{effect.examName}　培训后：{effect.afterExamName ?? '未指定'}
              </span>
              <AfterExam projectId={projectId} />
              <Export projectId={projectId} />
              <Button onClick={() => window.print()}>打印</Button>
              <span className="kp-toolbar-count">截至 {formatInstant(effect.asOf)}</span>
            </div>
            <div className="kp-training-figures">
              <Statistic title="参加培训" value={effect.peopleCount} styles={{ content: { fontSize: 20 } }} />
              <Statistic title="完成培训" value={effect.completedCount} styles={{ content: { fontSize: 20 } }} />
              <Statistic title="两场考试都有成绩" value={effect.bothCount} styles={{ content: { fontSize: 20 } }} />
              <Statistic title="未参加培训者" value={effect.untrainedCount} styles={{ content: { fontSize: 20 } }} />
            </div>
          </section>
          <section className="kp-card" aria-labelledby="kp-effect-points">
            <h2 id="kp-effect-points" className="kp-training-section">
              各知识点的变化
            </h2>
            <Table<Row>
              rowKey={({ knowledgeId }) => knowledgeId ?? 'all'}
              size="small"
              pagination={false}
              dataSource={effect.rows}
              columns={columns}
              scroll={{ x: 1000 }}
            />
          </section>
          <Alert
            className="kp-training-notes"
            type="info"
            showIcon
            title="怎样看这些数字"
            description={<Notes notes={effect.notes} />}
          />
        </>
      )}
    </Loaded>
  )
}

function Export({ projectId }: { readonly projectId: string }): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    setRunning(true)
    // What failed was said by the client.
    void downloadFile(loop.exportEffect, { projectId })
      .catch(() => undefined)
      .finally(() => setRunning(false))
  }
  return (
    <RightButton right={loop.exportEffect} loading={isRunning} onClick={run}>
      导出
    </RightButton>
  )
}

function Notes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  return (
    <ul className="kp-training-lines">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const verdicts = {
  better: { label: '有提高', tone: 'success' },
  worse: { label: '有下降', tone: 'danger' },
  unclear: { label: '不能断定', tone: 'warning' },
  tooFew: { label: '样本不足', tone: 'neutral' },
  nobody: { label: '暂无数据', tone: 'neutral' },
} as const

const percent = (value: number | null) => (value === null ? '-' : `${value.toFixed(1)}%`)

const columns: TableColumnsType<Row> = [
  { title: '知识点', dataIndex: 'name', width: 160, ellipsis: true },
  { title: '人数', key: 'n', width: 70, align: 'right', className: 'kp-number', render: (_, { trained }) => trained.n },
  {
    title: '培训前',
    key: 'before',
    width: 80,
    align: 'right',
    className: 'kp-number',
    render: (_, row) => percent(row.trained.before),
  },
  {
    title: '培训后',
    key: 'after',
    width: 80,
    align: 'right',
    className: 'kp-number',
    render: (_, row) => percent(row.trained.after),
  },
  {
    title: '变化与 95% 区间（百分点）',
    key: 'interval',
    width: 240,
    render: (_, { trained, name }) => <IntervalBar name={name} {...trained} />,
  },
  {
    title: '结论',
    key: 'verdict',
    width: 100,
    render: (_, { verdict }) => <ToneTag tone={verdicts[verdict].tone}>{verdicts[verdict].label}</ToneTag>,
  },
  { title: '说明', dataIndex: 'text', render: (text: string) => <p className="kp-training-words">{text}</p> },
]
