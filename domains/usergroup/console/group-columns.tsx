import { DownOutlined } from '@ant-design/icons'
import { CodeTag, confirmAction, Dash, formatInstant, may, RightButton, toast, useAction } from '@kaopei/web'
import { Button, Dropdown, Space, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { groupKind } from '../contract/codes.ts'
import { type GroupRow, group } from '../contract/group.ts'
import { groupMember } from '../contract/member.ts'
import type { Open } from './group-opened.ts'

export function groupListColumns(open: Open): TableColumnsType<GroupRow> {
  return [
    { title: '用户组名称', dataIndex: 'name', width: 130, ellipsis: true },
    {
      title: '描述',
      dataIndex: 'descript',
      width: 110,
      render: (descript: string) => (
        <Dash>
          {descript && (
            <div className="kp-group-descript" title={descript}>
              {descript}
            </div>
          )}
        </Dash>
      ),
    },
    {
      title: '人数',
      dataIndex: 'staffCount',
      width: 64,
      align: 'right',
      render: (count: number, row) => (
        <button
          type="button"
          className="kp-link kp-number"
          aria-label={`查看${row.name}的${count}名成员`}
          onClick={() => open({ kind: 'members', row })}
        >
          {count}
        </button>
      ),
    },
    { title: '类型', dataIndex: 'kind', width: 66, render: (kind: number) => <CodeTag codes={groupKind} value={kind} /> },
    { title: '分类', dataIndex: 'categoryName', width: 92, ellipsis: true },
    { title: '更新时间', dataIndex: 'updatedAt', width: 138, render: (at: string) => formatInstant(at) },
    { title: '操作', key: 'actions', width: 158, fixed: 'right', render: (_, row) => <GroupActions row={row} open={open} /> },
  ]
}

function GroupActions({ row, open }: { readonly row: GroupRow; readonly open: Open }): ReactNode {
  const { id, name, kind } = row
  const recompute = useAction(group.recomputeStaffGroup, {
    successText: '',
    onDone: ({ addedCount, removedCount }) => toast.success(`计算完成：新增 ${addedCount} 人，移出 ${removedCount} 人`),
  })
  const remove = useAction(group.deleteStaffGroup, { successText: '删除成功' })
  const exported = useAction(groupMember.exportStaffGroupMember, { successText: '已开始导出，请到下载中心查看' })
  const removeIt = async () => {
    const content = `确定删除用户组“${name}”吗？组内人员不会被删除，已关联此用户组的地方将不再包含这些人员。`
    if (await confirmAction({ title: '确认删除？', content, isDangerous: true })) await remove.run({ id })
  }
  const acts = {
    recompute: () => (may(group.recomputeStaffGroup) ? void recompute.run({ id }) : toast.warning('no permission')),
    export: () => (may(groupMember.exportStaffGroupMember) ? void exported.run({ id }) : toast.warning('no permission')),
    remove: () => (may(group.deleteStaffGroup) ? void removeIt() : toast.warning('no permission')),
  }
  const items = [
    ...(kind === groupKind.ruled ? [{ key: 'recompute', label: '立即重新计算', onClick: acts.recompute }] : []),
    { key: 'export', label: '导出成员', onClick: acts.export },
    { type: 'divider' as const },
    { key: 'remove', label: '删除', danger: true, onClick: acts.remove },
  ]
  return (
    <Space size={0}>
      <Button type="link" size="small" onClick={() => open({ kind: 'members', row })}>
        成员
      </Button>
      <RightButton right={group.updateStaffGroup} type="link" size="small" onClick={() => open({ kind: 'edit', id })}>
        编辑
      </RightButton>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="link" size="small" aria-label={`${name}的更多操作`}>
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </Space>
  )
}
