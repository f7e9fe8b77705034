import { StaffPicker } from '@kaopei/org/parts'
import { calling, Dash, ListPage, RightButton, RowActions, type RowOf, ToneTag, useAction } from '@kaopei/web'
import { Alert, Select, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { examInvigilators } from '../../contract/exam-invigilators.ts'
import type { ExamPlan } from '../../contract/exam-rooms.ts'

interface Props {
  readonly examId: string
  readonly plan: ExamPlan
}

type Row = RowOf<typeof examInvigilators.list>

/** 监考人员: whoever does not organise exams sees, signs in and watches the people of these rooms alone. */
export function InvigilatorList({ examId, plan }: Props): ReactNode {
  const [roomId, setRoomId] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const add = useAction(examInvigilators.add, {
    successText: ({ addedCount }) => (addedCount === 0 ? '所选人员已经是监考人员' : `已添加 ${addedCount} 名监考人员`),
    refreshes: [examInvigilators.list],
  })
  return (
    <section aria-label="监考人员">
      <ListPage
        endpoint={examInvigilators.list}
        rowKey="id"
        prefix="i."
        extraInput={{ examinationId: examId }}
        emptyText="还没有监考人员"
        toolbar={({ answer: { blindCount } = { blindCount: 0 } }) => (
          <div>
            {blindCount > 0 && (
              <Alert
                type="warning"
                showIcon
                title={`有 ${blindCount} 名监考人员的角色没有“监考大厅”，登录后不能监考。请在“角色权限”中给他们含“监考大厅”的角色；查看录像还需“防作弊审核”。`}
                style={{ marginBottom: 12 }}
              />
            )}
            <div className="exam-rooms-line">
              <strong>监考人员</strong>
              {plan.mayChange && (
                <>
                  <Select
                    aria-label="监考的考场"
                    placeholder="全部考场"
                    allowClear
                    style={{ width: 200 }}
                    options={plan.rooms.map((room) => ({ value: room.roomId, label: room.roomName }))}
                    value={roomId}
                    onChange={(value: string | undefined) => setRoomId(value)}
                  />
                  <RightButton right={examInvigilators.add} loading={add.isRunning} onClick={() => setPicking(true)}>
                    添加监考人员
                  </RightButton>
                </>
              )}
              <span className="kp-hint">没有“考试管理”权限的监考人员，只能查看、签到和监考所分配的考场</span>
            </div>
          </div>
        )}
        columns={columnsOf(examId, plan.mayChange)}
      />
      <StaffPicker
        open={isPicking}
        title="选择监考人员"
        onClose={() => setPicking(false)}
        onConfirm={async (people) => {
          const staffIds = people.map(({ id }) => id)
          return (await add.run({ examinationId: examId, staffIds, ...(roomId && { roomId }) })).ok
        }}
      />
    </section>
  )
}

function columnsOf(examId: string, mayChange: boolean): TableColumnsType<Row> {
  return [
    { title: '姓名', dataIndex: 'name', width: 140, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 200, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
    {
      title: '考场',
      dataIndex: 'roomName',
      width: 180,
      render: (name: string | null, { roomId }) => name ?? (roomId ? '考场已移除' : '全部考场'),
    },
    {
      title: '可用功能',
      key: 'may',
      width: 180,
      render: (_, { mayWatch, maySignIn }) => (
        <>
          {!mayWatch && <ToneTag tone="warning">没有监考大厅</ToneTag>}
          {[mayWatch && '监考大厅', maySignIn && '考场签到'].filter(Boolean).join('、')}
        </>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 90,
      render: (_, { id, name }) => (
        <RowActions
          actions={[
            mayChange &&
              calling(examInvigilators.remove, {
                label: '移除',
                name: `移除监考人员${name}`,
                isDangerous: true,
                input: { examinationId: examId, ids: [id] },
                confirm: { title: '移除监考人员', content: `确定移除“${name}”吗？移除后不能再签到和监考。`, isDangerous: true },
                refreshes: [examInvigilators.list],
                successText: '移除成功',
              }),
          ]}
        />
      ),
    },
  ]
}
