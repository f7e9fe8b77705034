import { StaffPicker } from '@kaopei/org/parts'
import { ActionButton, EmptyState, ErrorState, RightButton, useAction, useCall } from '@kaopei/web'
import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { examErrors } from '../contract/exam-errors.ts'
import { examPeople } from '../contract/exam-people.ts'

/** 阅卷官: each with an e-mail address and once. */
export function ReviewerList({ examId }: { readonly examId: string }): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const asked = useCall(examPeople.listReviewers, { examinationId: examId })
  const save = useAction(examPeople.saveReviewers, { successText: '设置成功' })
  const rows = asked.data?.dataList ?? []
  const ids = rows.map(({ staffId }) => staffId)
  if (asked.error) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  return (
    <>
      <div className="kp-toolbar">
        <RightButton right={examPeople.saveReviewers} onClick={() => setPicking(true)} loading={save.isRunning}>
          添加阅卷官
        </RightButton>
        <span className="kp-hint">试卷含问答题等主观题时需要阅卷官。{examErrors.reviewerRefused.text}</span>
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
              <ActionButton
                type="link"
                size="small"
                danger
                endpoint={examPeople.saveReviewers}
                input={{ examinationId: examId, reviewStaffIds: ids.filter((id) => id !== staffId) }}
                confirm={{ title: '移除阅卷官', content: `确定移除阅卷官“${name}”吗？`, isDangerous: true }}
                successText="移除成功"
              >
                移除
              </ActionButton>
            ),
          },
        ]}
      />
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
