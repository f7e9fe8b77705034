import { DepartmentTab } from '@kaopei/org/parts'
import { UserGroupTab } from '@kaopei/usergroup/parts'
import { EmptyState, FilterDrawer, type Picked, type PickTab, pickTabs, RightButton, RowActions } from '@kaopei/web'
import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { practice } from '../../contract/practice.ts'
import type { PracticeDetail } from '../wizard/frame.tsx'

interface Lists {
  readonly participationDepartmentList: string[]
  readonly participationGroupList: string[]
}

interface AudienceListProps {
  readonly detail: PracticeDetail
  readonly isOver: boolean
  /** The whole lists; true when they were saved. */
  readonly onChange: (lists: Lists) => Promise<boolean>
}

const kinds = { department: '部门', userGroup: '用户组' } as const
interface Row {
  readonly id: string
  readonly name: string
  readonly kind: keyof typeof kinds
}

/** The departments and groups of a practice. */
export function AudienceList({ detail, isOver, onChange }: AudienceListProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const rows: readonly Row[] = [
    ...detail.participationDepartmentList.map((one) => ({ ...one, kind: 'department' as const })),
    ...detail.participationGroupList.map((one) => ({ ...one, kind: 'userGroup' as const })),
  ]
  return (
    <div className="kp-card">
      <div className="kp-toolbar">
        <RightButton right={practice.save} type="primary" disabled={isOver} onClick={() => setPicking(true)}>
          选择部门和用户组
        </RightButton>
        <span className="kp-toolbar-count">共 {rows.length} 项</span>
      </div>
      {rows.length === 0 ? (
        <EmptyState text="还没有选择部门或用户组" />
      ) : (
        <Table<Row>
          rowKey={({ kind, id }) => `${kind}:${id}`}
          size="small"
          pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          dataSource={[...rows]}
          columns={[
            { title: '类型', dataIndex: 'kind', width: 100, render: (kind: Row['kind']) => kinds[kind] },
            { title: '名称', dataIndex: 'name', ellipsis: true },
            {
              title: '操作',
              key: 'actions',
              width: 90,
              render: (_, row) => (
                <RowActions
                  actions={[
                    !isOver && {
                      label: '移除',
                      name: `移除${row.name}`,
                      isDangerous: true,
                      right: practice.save,
                      run: () => onChange(listsOf(rows.filter((one) => one !== row))),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      <FilterDrawer
        open={isPicking}
        title="选择部门和用户组"
        width={820}
        tabs={tabs}
        selected={rows.map(({ kind, id, name }) => ({ kind, id, name }))}
        onClose={() => setPicking(false)}
        onConfirm={(items) => onChange(listsOf(items))}
      />
    </div>
  )
}

const tabs: readonly PickTab[] = [
  { key: '1', title: pickTabs[1].title, content: (pick) => <DepartmentTab pick={pick} /> },
  { key: '8', title: pickTabs[8].title, content: (pick) => <UserGroupTab pick={pick} /> },
]

function listsOf(items: readonly Pick<Picked, 'kind' | 'id'>[]): Lists {
  const idsOf = (wanted: keyof typeof kinds) => items.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return { participationDepartmentList: idsOf('department'), participationGroupList: idsOf('userGroup') }
}
