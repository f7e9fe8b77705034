import type { ActedOn } from '@kaopei/org/slots'
import { Bones, CodeTag, Dash, EmptyState, formatInstant, Loaded, useCall } from '@kaopei/web'
import { Drawer, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { groupKind } from '../contract/codes.ts'
import { type GroupOfPerson, groupMember } from '../contract/member.ts'

interface GroupsOfPersonDrawerProps {
  readonly open: boolean
  readonly person: ActedOn
  readonly onClose: () => void
}

/** 所在用户组: where somebody is, chosen or by a rule. */
export default function GroupsOfPersonDrawer({ open, person, onClose }: GroupsOfPersonDrawerProps): ReactNode {
  const groups = useCall(groupMember.groupsOfStaff, { staffId: person.id })
  return (
    <Drawer open={open} title={`${person.name} · 所在用户组`} size={600} onClose={onClose}>
      <Loaded of={groups} skeleton={<Bones rows={4} />}>
        {(rows) => (
          <Table<GroupOfPerson>
            rowKey="id"
            size="small"
            columns={columns}
            dataSource={rows}
            scroll={{ x: 'max-content' }}
            pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false, size: 'small' } : false}
            locale={{ emptyText: <EmptyState text="不在任何用户组中" /> }}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

const columns: TableColumnsType<GroupOfPerson> = [
  { title: '用户组名称', dataIndex: 'name', width: 180, ellipsis: true },
  { title: '类型', dataIndex: 'kind', width: 72, render: (kind: number) => <CodeTag codes={groupKind} value={kind} /> },
  {
    title: '分类',
    dataIndex: 'categoryName',
    width: 120,
    ellipsis: true,
    render: (name: string | null) => <Dash>{name}</Dash>,
  },
  { title: '加入时间', dataIndex: 'since', width: 150, render: (since: string) => formatInstant(since) },
]
