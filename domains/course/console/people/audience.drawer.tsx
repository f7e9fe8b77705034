import { attachMode } from '@kaopei/usergroup/contract/codes'
import { AudiencePicker } from '@kaopei/usergroup/parts'
import { calling, Dash, formatInstant, ListPage, RightButton, RowActions, toast, useAction } from '@kaopei/web'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { courseSource } from '../../contract/codes.ts'
import { audienceKindLabels, courseStaff } from '../../contract/course-staff.ts'

export interface AudienceProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly courseId: string
  readonly isShelved: boolean
  readonly source: number
}

/** The departments and groups of a course: as they were when attached, or followed. */
export default function AudienceDrawer({ open, onClose, courseId, isShelved, source }: AudienceProps): ReactNode {
  const [isAdding, setAdding] = useState(false)
  const isBought = source === courseSource.bought
  return (
    <Drawer open={open} title="关联部门和用户组" size={820} onClose={onClose} destroyOnHidden>
      <ListPage
        endpoint={courseStaff.getCourseStaffGroup}
        rowKey="id"
        stateIn="memory"
        extraInput={{ courseId }}
        emptyText="还没有关联部门或用户组"
        toolbar={
          <RightButton
            right={courseStaff.updateCourseStaffGroup}
            type="primary"
            disabled={!isShelved}
            onClick={() => setAdding(true)}
          >
            添加
          </RightButton>
        }
        columns={[
          {
            title: '类型',
            dataIndex: 'kind',
            width: 84,
            render: (kind: keyof typeof audienceKindLabels) => audienceKindLabels[kind],
          },
          { title: '名称', dataIndex: 'name', ellipsis: true },
          { title: '方式', dataIndex: 'mode', width: 84, render: (mode: number) => attachMode.label(mode) },
          {
            title: '关联时人数',
            dataIndex: 'staffCount',
            width: 100,
            align: 'right',
            render: (count: number | null) => <Dash>{count}</Dash>,
          },
          { title: '关联人', dataIndex: 'attachedByName', width: 100, render: (name: string | null) => <Dash>{name}</Dash> },
          { title: '关联时间', dataIndex: 'attachedAt', width: 150, render: (at: string) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 80,
            render: (_, { id, kind, name, mode }) => (
              <RowActions
                actions={[
                  calling(courseStaff.deleteCourseStaffGroup, {
                    label: '移除',
                    name: `移除${name}`,
                    isDangerous: true,
                    input: { courseId, ...(kind === 'group' ? { groupIds: [id] } : { departmentIds: [id] }) },
                    confirm: {
                      title: '取消关联',
                      content: mode === attachMode.live ? '只由它加入的学员将移出课程，已学的记录保留。' : '已加入的学员保留。',
                    },
                    successText: '移除成功',
                  }),
                ]}
              />
            ),
          },
        ]}
      />
      <AddDrawer open={isAdding} courseId={courseId} isBought={isBought} onClose={() => setAdding(false)} />
    </Drawer>
  )
}

interface AddProps {
  readonly open: boolean
  readonly courseId: string
  readonly isBought: boolean
  readonly onClose: () => void
}

function AddDrawer({ open, courseId, isBought, onClose }: AddProps): ReactNode {
  const attach = useAction(courseStaff.updateCourseStaffGroup, {
    successText: '',
    onDone: ({ addedCount, repeatedCount }) =>
      toast.success(`关联成功，添加 ${addedCount} 人${repeatedCount > 0 ? `，${repeatedCount} 人已在课程中` : ''}`),
  })
  return (
    <AudiencePicker
      open={open}
      onClose={onClose}
      fixedMode={isBought ? attachMode.snapshot : undefined}
      onConfirm={async (audience) => (await attach.run({ courseId, ...audience })).ok}
    />
  )
}
