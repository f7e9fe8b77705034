import type { OutputOf } from '@kaopei/contract'
import { questionTypeLabels } from '@kaopei/question/contract/content'
import { CodeTag, calling, Dash, formatInstant, formatScore, ListPage, Loaded, RowActions, useCall, useMay } from '@kaopei/web'
import { Drawer, Progress, Table, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { testMarkingRights } from '../contract/menus.ts'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewTask } from '../contract/review-task.ts'
import { taskState } from '../contract/shapes.ts'
import { detailsPath, markingPath } from './paths.ts'
import { ZeroButton } from './zero-button.tsx'

type Info = OutputOf<typeof reviewExam.getReviewInfo>

/** How far one exam is: by question, by marker, by paper. */
export function ExamProgressDrawer(props: {
  readonly exam: { readonly examId: string; readonly examName: string } | null
  readonly onClose: () => void
}): ReactNode {
  const { exam, onClose } = props
  return (
    <Drawer
      title={exam ? `阅卷进度：${exam.examName}` : '阅卷进度'}
      size={860}
      open={exam !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {exam && <ExamProgress examId={exam.examId} />}
    </Drawer>
  )
}

function ExamProgress({ examId }: { readonly examId: string }): ReactNode {
  const asked = useCall(reviewExam.getReviewInfo, { examId })
  return (
    <Loaded of={asked}>
      {(info) => (
        <>
          <div className="kp-marking-sum">
            <span>
              已阅 <b className="kp-number">{info.doneCount}</b> / {info.taskCount}
            </span>
            <span>
              答卷 {info.paperDoneCount} / {info.paperCount}
            </span>
            <span>批阅中 {info.lockedCount}</span>
            <span>最近阅卷 {formatInstant(info.lastMarkedAt)}</span>
            <ZeroButton examId={examId} count={info.unansweredCount} onDone={asked.refetch} />
          </div>
          <Tabs
            items={[
              { key: 'questions', label: '按题目', children: <Questions info={info} /> },
              { key: 'papers', label: '按答卷', children: <Papers info={info} /> },
              { key: 'markers', label: '按阅卷人', children: <Markers info={info} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Questions({ info }: { readonly info: Info }): ReactNode {
  return (
    <Table
      rowKey="questionId"
      dataSource={info.questions}
      pagination={false}
      locale={{ emptyText: '暂无数据' }}
      columns={[
        { title: '题型', dataIndex: 'type', width: 80, render: questionTypeLabel },
        { title: '题目', dataIndex: 'title', ellipsis: true },
        { title: '满分', dataIndex: 'maxScore', width: 70, align: 'right', render: formatScore },
        { title: '平均分', dataIndex: 'averageScore', width: 80, align: 'right', render: formatScore },
        {
          title: '进度',
          key: 'progress',
          width: 190,
          render: (_, { doneCount, taskCount, title }) => (
            <div className="kp-marking-progress">
              <Progress
                percent={Math.floor((doneCount / taskCount) * 100)}
                size="small"
                showInfo={false}
                aria-label={`${title}进度`}
              />
              <span className="kp-number">
                {doneCount} / {taskCount}
              </span>
            </div>
          ),
        },
        {
          title: '操作',
          key: 'actions',
          width: 80,
          render: (_, { questionId, doneCount, taskCount }) =>
            doneCount < taskCount ? (
              <RowActions
                actions={[{ label: '阅此题', to: markingPath({ examId: info.examId, mode: 'question', questionId }) }]}
              />
            ) : (
              <span className="kp-hint">已阅完</span>
            ),
        },
      ]}
    />
  )
}

function Papers({ info }: { readonly info: Info }): ReactNode {
  return (
    <ListPage
      endpoint={reviewExam.getExamStaffList}
      stateIn="memory"
      rowKey="attemptId"
      extraInput={{ examId: info.examId }}
      filters={[{ name: 'state', label: '状态', kind: 'select', options: taskState.options }]}
      columns={[
        { title: '考生', dataIndex: ['candidate', 'label'], width: 130 },
        { title: '部门', dataIndex: ['candidate', 'departmentName'], width: 120, ellipsis: true },
        {
          title: '进度',
          key: 'progress',
          width: 80,
          align: 'right',
          render: (_, { doneCount, taskCount }) => `${doneCount} / ${taskCount}`,
        },
        {
          title: '主观题得分',
          key: 'score',
          width: 110,
          align: 'right',
          render: (_, row) => `${formatScore(row.subjectiveScore)} / ${formatScore(row.subjectiveMaxScore)}`,
        },
        { title: '状态', dataIndex: 'state', width: 80, render: (state: number) => <CodeTag codes={taskState} value={state} /> },
        {
          title: '批阅中',
          key: 'locked',
          width: 100,
          render: (_, { isLockedByMe, lockedByName }) => <Dash>{isLockedByMe ? '我' : lockedByName}</Dash>,
        },
        {
          title: '操作',
          key: 'actions',
          width: 120,
          render: (_, { attemptId, state }) => (
            <RowActions
              actions={[
                state !== taskState.done && { label: '阅卷', to: markingPath({ examId: info.examId, mode: 'paper', attemptId }) },
                { label: '详情', to: detailsPath(attemptId) },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function Markers({ info }: { readonly info: Info }): ReactNode {
  const mayRelease = useMay(testMarkingRights.release)
  return (
    <Table
      rowKey="staffId"
      dataSource={info.markers}
      pagination={false}
      locale={{ emptyText: '暂无数据' }}
      columns={[
        { title: '阅卷人', dataIndex: 'name' },
        { title: '已阅（题）', dataIndex: 'doneCount', width: 110, align: 'right' },
        { title: '平均给分', dataIndex: 'averageScore', width: 110, align: 'right', render: formatScore },
        { title: '批阅中', dataIndex: 'lockedCount', width: 90, align: 'right' },
        {
          title: '操作',
          key: 'actions',
          width: 120,
          render: (_, { staffId, name, lockedCount }) =>
            mayRelease && lockedCount > 0 ? (
              <RowActions
                actions={[
                  calling(reviewTask.releaseOthers, {
                    label: '释放锁定',
                    input: { examId: info.examId, staffId },
                    confirm: `将释放${name}正在批阅的 ${lockedCount} 道题，其草稿会保留。是否继续？`,
                    successText: '已释放',
                  }),
                ]}
              />
            ) : (
              <Dash />
            ),
        },
      ]}
    />
  )
}

function questionTypeLabel(type: number): string {
  return Object.entries(questionTypeLabels).find(([code]) => Number(code) === type)?.[1] ?? '-'
}
