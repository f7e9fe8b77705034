import { CodeTag, calling, Dash, divider, formatInstant, RowActions, toast } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
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
  const content = `确定删除用户组“${name}”吗？组内人员不会被删除，已关联此用户组的地方将不再包含这些人员。`
  return (
    <RowActions
      moreName={`${name}的更多操作`}
      actions={[
        { label: '成员', run: () => open({ kind: 'members', row }) },
        { label: '编辑', right: group.updateStaffGroup, run: () => open({ kind: 'edit', id }) },
        kind === groupKind.ruled &&
          calling(group.recomputeStaffGroup, {
            label: '立即重新计算',
            isFolded: true,
            input: { id },
            successText: '',
            onDone: ({ addedCount, removedCount }) => toast.success(`计算完成：新增 ${addedCount} 人，移出 ${removedCount} 人`),
          }),
        calling(groupMember.exportStaffGroupMember, {
          label: '导出成员',
          isFolded: true,
          input: { id },
          successText: '已开始导出，请到下载中心查看',
        }),
        divider,
        calling(group.deleteStaffGroup, {
          label: '删除',
          isFolded: true,
          isDangerous: true,
          input: { id },
          confirm: { title: '确认删除？', content, isDangerous: true },
          successText: '删除成功',
        }),
      ]}
    />
  )
}
