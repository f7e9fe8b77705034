import { reviewQuestionType } from '@kaopei/exam/contract/exam-settings'
import { CodeTag, formatInstant, formatNumber, ListPage, RowActions } from '@kaopei/web'
import { Progress, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { examMarking, reviewExam } from '../contract/review-exam.ts'
import { ExamProgressDrawer } from './exam-progress.drawer.tsx'
import './marking.css'
import { markingPath } from './paths.ts'

interface Row {
  readonly examId: string
  readonly examName: string
  readonly taskCount: number
  readonly doneCount: number
}

/** 阅卷管理: the exams that wait for this person, and how far they are. */
export default function TestMarkingList(): ReactNode {
  const [open, setOpen] = useState<Row | null>(null)
  return (
    <>
      <ListPage
        title="阅卷管理"
        endpoint={reviewExam.examList}
        rowKey="examId"
        emptyText="暂无需要您批阅的考试"
        filters={[
          { name: 'examName', label: '考试名称', kind: 'text' },
          { name: 'status', label: '阅卷状态', kind: 'select', options: examMarking.options },
          { name: 'reviewQuestionType', label: '阅卷方式', kind: 'select', options: reviewQuestionType.options },
        ]}
        columns={[
          {
            title: '考试名称',
            dataIndex: 'examName',
            width: 210,
            render: (name: string, { anonymousFlag }) => (
              <span className="kp-marking-name">
                <span>{name}</span>
                {anonymousFlag && <Tag>匿名</Tag>}
              </span>
            ),
          },
          {
            title: '状态',
            dataIndex: 'status',
            width: 90,
            render: (status: number) => <CodeTag codes={examMarking} value={status} />,
          },
          {
            title: '阅卷进度',
            key: 'progress',
            width: 140,
            render: (_, row) => <ProgressCell {...row} />,
          },
          {
            title: '已阅答卷',
            key: 'papers',
            width: 100,
            align: 'right',
            render: (_, row) => `${row.paperDoneCount} / ${row.paperCount}`,
          },
          { title: '我已阅', dataIndex: 'mineCount', width: 80, align: 'right', render: (count: number) => formatNumber(count) },
          { title: '阅卷方式', dataIndex: 'reviewQuestionType', width: 100, render: reviewQuestionType.label },
          {
            title: '考试结束时间',
            dataIndex: 'admissionEndTime',
            width: 140,
            render: (time: string | null) => formatInstant(time),
          },
          {
            title: '阅卷人',
            dataIndex: 'reviewerNames',
            width: 90,
            ellipsis: { showTitle: true },
            render: (names: string[]) => (names.length > 0 ? names.join('、') : '-'),
          },
          {
            title: '操作',
            key: 'actions',
            width: 140,
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.status === examMarking.underWay
                    ? {
                        label: '去阅卷',
                        to: markingPath({
                          examId: row.examId,
                          mode: row.reviewQuestionType === reviewQuestionType.byQuestion ? 'question' : 'paper',
                        }),
                      }
                    : { label: '去阅卷', refusal: '', run: () => undefined },
                  { label: '查看进度', run: () => setOpen(row) },
                ]}
              />
            ),
          },
        ]}
      />
      <ExamProgressDrawer exam={open} onClose={() => setOpen(null)} />
    </>
  )
}

function ProgressCell({ taskCount, doneCount, examName }: Row): ReactNode {
  if (taskCount === 0) return <span className="kp-hint">尚无主观题答卷</span>
  return (
    <div className="kp-marking-progress">
      <Progress
        percent={Math.floor((doneCount / taskCount) * 100)}
        size="small"
        showInfo={false}
        aria-label={`${examName}阅卷进度`}
      />
      <span className="kp-number">
        {doneCount} / {taskCount}
      </span>
    </div>
  )
}
