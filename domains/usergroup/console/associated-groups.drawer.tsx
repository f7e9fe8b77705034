import { PlusOutlined } from '@ant-design/icons'
import {
  CodeTag,
  confirmAction,
  Dash,
  EmptyState,
  ErrorState,
  FilterDrawer,
  type ListSource,
  type PickTab,
  pickTabs,
  RowActions,
  toast,
  useAllRows,
  useRows,
} from '@kaopei/web'
import { Alert, Button, Drawer, Radio, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { attachMode, groupKind } from '../contract/codes.ts'
import type { GroupRow } from '../contract/group.ts'
import { groupIdsOf } from './group-picked.ts'
import { UserGroupTab } from './tabs.tsx'
import './usergroup.css'

export interface AssociatedGroup {
  readonly id: string
  readonly name: string
  readonly staffCount?: number | null | undefined
  /** `groupKind`; a dynamic one is marked. */
  readonly kind?: number | null | undefined
  /** How it was attached (`attachMode`), where the owner lets people choose. */
  readonly mode?: number | null | undefined
}

export interface AssociatedGroupsDrawerProps {
  readonly open: boolean
  /** 关联用户组 unless given. */
  readonly title?: string
  readonly onClose: () => void
  /** The attached groups, page by page: `listOf(endpoint)`, or a request of the owner's. */
  readonly source: ListSource<AssociatedGroup>
  /** Fixed parts of the list's input, e.g. the id of the role. */
  readonly listInput?: Readonly<Record<string, unknown>>
  /** Attaches; a rejection has been shown by the owner's action or is shown here. `mode` is 2 (live) where nobody is asked. */
  readonly onAdd: (groupIds: readonly string[], mode: 1 | 2) => unknown
  readonly onRemove: (group: AssociatedGroup) => unknown
  /** Asks whoever attaches whether the group's people of now count, or whoever is in it later. */
  readonly hasMode?: boolean
  /** Without it the drawer only shows. */
  readonly canChange?: boolean
  /** What to know before a group is attached; above the list and in the picker. */
  readonly warning?: string
  /** Why a group cannot be picked; null: it can. */
  readonly refusal?: (group: GroupRow) => string | null
}

const shapes: readonly [] = []
const idsOf = (rows: readonly AssociatedGroup[]) => rows.map(({ id }) => id)

/** 关联用户组: the groups attached to something, added by a picker and removed one by one. */
export default function AssociatedGroups(props: AssociatedGroupsDrawerProps): ReactNode {
  const { open, title = '关联用户组', onClose, source, listInput, onRemove, canChange = true, warning } = props
  const list = useRows(source, { shapes, ...(listInput && { extraInput: listInput }) })
  const [isAdding, setAdding] = useState(false)
  // Whoever adds is shown all that are attached, not those of the page behind the picker.
  const attached = useAllRows(source, { enabled: isAdding, ...(listInput && { extraInput: listInput }) })
  const { pageIndex, pageSize } = list.state
  const remove = async (row: AssociatedGroup) => {
    if (!(await confirmAction({ title: '提示', content: '是否确定移除此用户组, 是否继续?' }))) return
    if ((await onRemove(row)) === false) return
    const isLastOfPage = list.rows.length === 1 && pageIndex > 1
    if (isLastOfPage) list.change({ ...list.state, pageIndex: pageIndex - 1 })
    else list.refetch()
  }
  return (
    <Drawer open={open} title={title} size={500} onClose={onClose} destroyOnHidden>
      {warning && <Alert type="warning" showIcon title={warning} className="kp-attach-warning" />}
      {canChange && (
        <div className="kp-toolbar">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            添加用户组
          </Button>
        </div>
      )}
      {list.error && list.rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <Table<AssociatedGroup>
          size="small"
          rowKey="id"
          columns={columnsOf(props, (row) => void remove(row))}
          dataSource={list.rows}
          loading={{ spinning: list.isFetching, delay: 200 }}
          locale={{ emptyText: list.isPending ? ' ' : <EmptyState text="还没有关联用户组" /> }}
          pagination={{
            current: pageIndex,
            pageSize,
            total: list.totalCount,
            size: 'small',
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 个`,
            onChange: (next) => list.change({ ...list.state, pageIndex: next }),
          }}
        />
      )}
      <AddGroups
        {...props}
        open={isAdding}
        addedIds={idsOf(attached.rows ?? list.rows)}
        onClose={() => setAdding(false)}
        onAdded={() => {
          list.refetch()
          attached.refetch()
        }}
      />
    </Drawer>
  )
}

function columnsOf(
  { hasMode = false, canChange = true }: AssociatedGroupsDrawerProps,
  remove: (row: AssociatedGroup) => void,
): TableColumnsType<AssociatedGroup> {
  return [
    {
      title: '用户组名称',
      dataIndex: 'name',
      ellipsis: true,
      render: (name: string, { kind }) => (
        <>
          {kind === groupKind.ruled && <CodeTag codes={groupKind} value={kind} />} {name}
        </>
      ),
    },
    {
      title: '人数',
      dataIndex: 'staffCount',
      width: 72,
      align: 'right',
      className: 'kp-number',
      render: (count: number | null | undefined) => <Dash>{count}</Dash>,
    },
    ...(hasMode
      ? [
          {
            title: '人员范围',
            dataIndex: 'mode',
            width: 88,
            render: (mode: number | null | undefined) => <Dash>{mode === attachMode.snapshot ? '快照' : mode && '实时'}</Dash>,
          },
        ]
      : []),
    ...(canChange
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 72,
            render: (_: unknown, row: AssociatedGroup) => (
              <RowActions actions={[{ label: '移除', name: `移除${row.name}`, run: () => remove(row) }]} />
            ),
          },
        ]
      : []),
  ]
}

interface AddProps extends AssociatedGroupsDrawerProps {
  readonly addedIds: readonly string[]
  readonly onAdded: () => void
}

function AddGroups({ open, onClose, onAdd, onAdded, addedIds, hasMode = false, warning, refusal }: AddProps): ReactNode {
  const [mode, setMode] = useState<1 | 2>(attachMode.live)
  const tabs = useMemo(
    (): readonly PickTab[] => [
      {
        key: '8',
        title: pickTabs['8'].title,
        content: (pick) => (
          <>
            {warning && <Alert type="warning" showIcon title={warning} className="kp-attach-warning" />}
            {hasMode && (
              <Radio.Group
                aria-label="人员范围"
                className="kp-attach-mode"
                options={[...attachMode.options]}
                value={mode}
                onChange={(event) => setMode(event.target.value)}
              />
            )}
            <UserGroupTab pick={pick} addedIds={addedIds} {...(refusal && { refusal })} />
          </>
        ),
      },
    ],
    [addedIds, hasMode, mode, warning, refusal],
  )
  return (
    <FilterDrawer
      open={open}
      title="添加用户组"
      width={820}
      tabs={tabs}
      onClose={onClose}
      onConfirm={async (items) => {
        if ((await onAdd(groupIdsOf(items), mode)) === false) return false
        toast.success('添加成功')
        onAdded()
        return true
      }}
    />
  )
}
