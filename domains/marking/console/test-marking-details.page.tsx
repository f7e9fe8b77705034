import type { OutputOf } from '@kaopei/contract'
import { QuestionView } from '@kaopei/question/parts'
import {
  CodeTag,
  Dash,
  DetailPage,
  EmptyState,
  formatInstant,
  formatScore,
  formFor,
  Loaded,
  RightButton,
  showNotice,
  useCall,
} from '@kaopei/web'
import { Alert, Button, Descriptions, Input, Table, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { eventKindLabels, paperStatus, reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { type DeskTask, taskState } from '../contract/shapes.ts'
import './marking.css'
import type { Paper, PaperItem } from './paper-order.ts'
import { markingPath } from './paths.ts'

const { Field, FormDrawer } = formFor([reviewPaper.reveal, reviewTask.reopen])

type History = OutputOf<typeof reviewPaper.getMarkHistory>

/** One paper's marks, who gave them, and what happened on the way. */
export default function TestMarkingDetails(): ReactNode {
  const [query] = useSearchParams()
  const attemptId = query.get('attemptId') ?? ''
  const paper = useCall(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId }, { enabled: attemptId !== '' })
  const history = useCall(reviewPaper.getMarkHistory, { attemptId }, { enabled: attemptId !== '' })
  if (attemptId === '') return <EmptyState text="请从阅卷管理选择答卷" />
  return (
    <DetailPage
      of={paper}
      head={(data) => ({
        title: data.candidate.label,
        back: true,
        description: data.examName,
        tags: <CodeTag codes={paperStatus} value={data.status} />,
        extra: <PaperButtons paper={data} />,
      })}
    >
      {(data) => (
        <>
          <PaperFacts paper={data} />
          <section className="kp-card" aria-label="评分">
            {data.items.map((item) => (
              <MarkedItem key={item.slot} item={item} status={data.status} />
            ))}
          </section>
          <section className="kp-card" aria-label="评分记录">
            <h2 className="kp-marking-title">评分记录</h2>
            <Loaded of={history}>{({ dataList }) => <HistoryTable rows={dataList} />}</Loaded>
          </section>
        </>
      )}
    </DetailPage>
  )
}

function PaperButtons({ paper }: { readonly paper: Paper }): ReactNode {
  const [isRevealing, setRevealing] = useState(false)
  const navigate = useNavigate()
  const { candidate, attemptId, examId } = paper
  return (
    <>
      {candidate.isAnonymous && (
        <RightButton right={reviewPaper.reveal} onClick={() => setRevealing(true)}>
          查看考生
        </RightButton>
      )}
      {paper.status === paperStatus.marking && (
        <Button type="primary" onClick={() => void navigate(markingPath({ examId, mode: 'paper', attemptId }))}>
          去阅卷
        </Button>
      )}
      <FormDrawer
        title="查看匿名考生"
        open={isRevealing}
        onClose={() => setRevealing(false)}
        endpoint={reviewPaper.reveal}
        initialValues={{ attemptId }}
        onSaved={({ name, departmentName }) =>
          showNotice(`${name}${departmentName === null ? '' : `（${departmentName}）`}`, '考生')
        }
      >
        <p className="kp-hint">查看会记入操作日志。</p>
        <Field name="reason" label="查看原因">
          <Input.TextArea rows={3} />
        </Field>
      </FormDrawer>
    </>
  )
}

function PaperFacts({ paper }: { readonly paper: Paper }): ReactNode {
  return (
    <section className="kp-card" aria-label="成绩">
      <Descriptions
        column={{ xs: 2, md: 4 }}
        items={[
          {
            key: 'total',
            label: '总分',
            children: paper.score === null ? '阅卷中' : `${formatScore(paper.score)} / ${formatScore(paper.maxScore)}`,
          },
          {
            key: 'passed',
            label: '是否及格',
            children: paper.isPassed === null ? <Dash /> : paper.isPassed ? '及格' : '不及格',
          },
          { key: 'objective', label: '客观题', children: formatScore(paper.objectiveScore) },
          { key: 'subjective', label: '主观题', children: `已阅 ${paper.doneCount} / ${paper.taskCount}` },
        ]}
      />
    </section>
  )
}

function MarkedItem({ item, status }: { readonly item: PaperItem; readonly status: number }): ReactNode {
  const { task } = item
  return (
    <article className="kp-marking-item" aria-label={`第 ${item.number} 题`}>
      <header>
        <b>第 {item.number} 题</b>
        {task ? <CodeTag codes={taskState} value={task.state} /> : <Tag>系统判分</Tag>}
        <span className="kp-number">
          {formatScore(task ? task.score : item.score)} / {formatScore(item.maxScore)} 分
        </span>
        {task?.markerName && (
          <span className="kp-hint">
            {task.markerName} {formatInstant(task.markedAt)}
          </span>
        )}
        {task?.state === taskState.done && status !== paperStatus.closed && (
          <ReopenButton task={task} isPublished={status === paperStatus.published} />
        )}
      </header>
      <QuestionView content={item.content} optionOrder={item.optionOrder} answer={item.answer} showKey />
      {task?.state === taskState.done && Object.keys(task.keyPoints).length > 0 && (
        <ul className="kp-marking-blanks">
          {task.points.map((point) => (
            <li key={point.id}>
              {point.text}：{formatScore(point.isAutomatic ? point.earned : (task.keyPoints[point.id] ?? null))} /{' '}
              {formatScore(point.score)}
            </li>
          ))}
        </ul>
      )}
      {task?.comment && <p>评语：{task.comment}</p>}
    </article>
  )
}

function ReopenButton({ task, isPublished }: { readonly task: DeskTask; readonly isPublished: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { attemptId, slot, version, number } = task
  return (
    <>
      <RightButton size="small" right={reviewTask.reopen} onClick={() => setOpen(true)}>
        退回重阅
      </RightButton>
      <FormDrawer
        title={`退回重阅：第 ${number} 题`}
        open={isOpen}
        onClose={() => setOpen(false)}
        endpoint={reviewTask.reopen}
        initialValues={{ attemptId, slot, version }}
        successText="已退回重阅"
      >
        {isPublished && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title="成绩已发布"
            description="退回后成绩立即撤回，考生看到“阅卷中”；重新阅完后自动再次发布。"
          />
        )}
        <Field name="reason" label="退回原因">
          <Input.TextArea rows={4} />
        </Field>
      </FormDrawer>
    </>
  )
}

function HistoryTable({ rows }: { readonly rows: History['dataList'] }): ReactNode {
  return (
    <Table
      rowKey="id"
      dataSource={rows}
      pagination={false}
      locale={{ emptyText: '暂无数据' }}
      columns={[
        { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
        { title: '题号', dataIndex: 'number', width: 70, align: 'right' },
        { title: '操作', dataIndex: 'kind', width: 150, render: (kind: keyof typeof eventKindLabels) => eventKindLabels[kind] },
        { title: '操作人', dataIndex: 'actorName', width: 120 },
        { title: '得分', dataIndex: 'score', width: 80, align: 'right', render: formatScore },
        { title: '评语', dataIndex: 'comment', render: (text: string) => <Dash>{text}</Dash> },
        { title: '原因', dataIndex: 'reason', render: (text: string | null) => <Dash>{text}</Dash> },
      ]}
    />
  )
}
