import { attachMode } from '@kaopei/usergroup/contract/codes'
import { AudiencePicker, type PickedAudience } from '@kaopei/usergroup/parts'
import { calling, Dash, formatInstant, ListPage, RightButton, RowActions, type RowOf, toast, useAction } from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { audienceKindLabels, projectGroups } from '../../contract/groups.ts'
import { wordsOfAssociated, wordsOfParted } from './people-words.ts'

export interface AudienceProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly projectId: string
  /** Why nobody can be added. */
  readonly closed: string | undefined
}

type Row = RowOf<typeof projectGroups.list>

/** The departments and groups of a project: as they were when attached, or followed. */
export default function Audience({ open, onClose, projectId, closed }: AudienceProps): ReactNode {
  const [isAdding, setAdding] = useState(false)
  const associate = useAction(projectGroups.associate, {
    successText: '',
    onDone: (done) => toast.success(wordsOfAssociated(done)),
  })
  const add = async (audience: PickedAudience) => (await associate.run({ projectId, ...audience })).ok
  return (
    <Drawer open={open} title="关联部门和用户组" size={820} onClose={onClose} destroyOnHidden>
      <ListPage
        endpoint={projectGroups.list}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        stateIn="memory"
        extraInput={{ projectId }}
        emptyText="还没有关联部门或用户组"
        toolbar={
          <RightButton
            right={projectGroups.associate}
            type="primary"
            disabled={closed !== undefined}
            title={closed}
            onClick={() => setAdding(true)}
          >
            添加
          </RightButton>
        }
        columns={columnsOf(projectId)}
      />
      <AudiencePicker open={isAdding} onClose={() => setAdding(false)} onConfirm={add} />
    </Drawer>
  )
}

function columnsOf(projectId: string): TableColumnsType<Row> {
  return [
    { title: '类型', dataIndex: 'kind', width: 84, render: (kind: Row['kind']) => audienceKindLabels[kind] },
    { title: '名称', dataIndex: 'name', ellipsis: true },
    { title: '方式', dataIndex: 'mode', width: 84, render: (mode: number) => (mode === attachMode.live ? '实时' : '快照') },
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
            calling(projectGroups.remove, {
              label: '移除',
              name: `移除${name}`,
              isDangerous: true,
              input: { projectId, ...(kind === 'group' ? { groupIds: [id] } : { departmentIds: [id] }) },
              confirm: {
                title: '取消关联',
                content: mode === attachMode.live ? '只由它加入的学员将移出项目，已完成的记录保留。' : '已加入的学员保留。',
              },
              successText: '',
              onDone: (done) => toast.success(wordsOfParted(done)),
            }),
          ]}
        />
      ),
    },
  ]
}
