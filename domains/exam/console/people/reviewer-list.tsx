import { StaffPicker } from '@kaopei/org/parts'
import { calling, EmptyState, ErrorState, RightButton, RowActions, useAction, useCall, whenOpened } from '@kaopei/web'
import { Table, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { reviewLinks } from '../../contract/review-links.ts'
import type { ReviewLinksProps } from './review-links.drawer.tsx'

const ReviewLinksDrawer = whenOpened<ReviewLinksProps>(() => import('./review-links.drawer.tsx'))

interface ReviewerListProps {
  readonly examId: string
  readonly status: number
}

/** 阅卷官: each with an e-mail address and once. */
export function ReviewerList({ examId, status }: ReviewerListProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const asked = useCall(examPeople.listReviewers, { examinationId: examId })
  const save = useAction(examPeople.saveReviewers, { successText: '设置成功' })
  const rows = asked.data?.dataList ?? []
  const outOfScopeCount = asked.data?.outOfScopeCount ?? 0
  const ids = rows.map(({ staffId }) => staffId)
  if (asked.error) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  return (
    <>
      <div className="kp-toolbar">
        <RightButton right={examPeople.saveReviewers} onClick={() => setPicking(true)} loading={save.isRunning}>
          添加阅卷官
        </RightButton>
        <Tooltip title={whyNoLinks(status, rows.length)}>
          <RightButton
            right={reviewLinks.create}
            disabled={whyNoLinks(status, rows.length) !== undefined}
            onClick={() => setLinking(true)}
          >
            快速阅卷链接
          </RightButton>
        </Tooltip>
        <span className="kp-hint">试卷含问答题等主观题时需要阅卷官。{examErrors.reviewerRefused.text}</span>
        {outOfScopeCount > 0 && <span className="kp-hint">另有 {outOfScopeCount} 名阅卷官不在您的数据范围内，会保留。</span>}
      </div>
      <Table
        rowKey="staffId"
        size="small"
        loading={{ spinning: asked.isPending, delay: 200 }}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 640 }}
        locale={{ emptyText: <EmptyState text="还没有阅卷官" /> }}
        columns={[
          { title: '姓名', dataIndex: 'name', width: 140 },
          { title: '账号', dataIndex: 'loginAccount', width: 180 },
          { title: '部门', dataIndex: 'department', render: (name: string | null) => name ?? '-' },
          { title: '邮箱', dataIndex: 'email', render: (email: string | null) => email ?? '-' },
          {
            title: '操作',
            key: 'actions',
            width: 90,
            render: (_, { staffId, name }) => (
              <RowActions
                actions={[
                  calling(examPeople.saveReviewers, {
                    label: '移除',
                    isDangerous: true,
                    input: { examinationId: examId, reviewStaffIds: ids.filter((id) => id !== staffId) },
                    confirm: { title: '移除阅卷官', content: `确定移除阅卷官“${name}”吗？`, isDangerous: true },
                    successText: '移除成功',
                  }),
                ]}
              />
            ),
          },
        ]}
      />
      <ReviewLinksDrawer examId={examId} reviewers={rows} open={isLinking} onClose={() => setLinking(false)} />
      <StaffPicker
        open={isPicking}
        title="选择阅卷官"
        lockedIds={ids}
        onClose={() => setPicking(false)}
        canPick={({ email }) => (email ? null : examErrors.reviewerRefused.text)}
        onConfirm={async (people) => {
          const fresh = people.map(({ id }) => id).filter((id) => !ids.includes(id))
          return (await save.run({ examinationId: examId, reviewStaffIds: [...ids, ...fresh] })).ok
        }}
      />
    </>
  )
}

function whyNoLinks(status: number, reviewerCount: number): string | undefined {
  if (status === examStatus.draft) return '考试发布后可为阅卷官创建免登录的阅卷链接'
  if (status === examStatus.cancelled) return examErrors.cancelled.text
  return reviewerCount === 0 ? '请先添加阅卷官' : undefined
}
