import { CodeTag, categoryOptions, filtersOf, listOf, type PickApi, PickListTab, useCall } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { groupCategory } from '../contract/category.ts'
import { groupKind } from '../contract/codes.ts'
import { type GroupRow, group } from '../contract/group.ts'
import { GroupPeoplePick } from './group-people-pick.tsx'
import { pickedGroup } from './group-picked.ts'

export interface UserGroupTabProps {
  readonly pick: PickApi
  /** `groups` picks the groups themselves, `people` picks the people of a group. `groups` unless given. */
  readonly variant?: 'groups' | 'people'
  /** Groups (or people) there already: they can be neither picked nor taken away. */
  readonly addedIds?: readonly string[]
  /** Why another group cannot be picked; null: it can. */
  readonly refusal?: (group: GroupRow) => string | null
}

const groups = listOf(group.listStaffGroupPage)
const none: readonly string[] = []

/** Type 8: user groups, or people by user group. */
export default function UserGroupTab({ pick, variant = 'groups', addedIds = none, refusal }: UserGroupTabProps): ReactNode {
  return variant === 'people' ? (
    <GroupPeoplePick pick={pick} addedIds={addedIds} />
  ) : (
    <GroupsPick pick={pick} addedIds={addedIds} {...(refusal && { refusal })} />
  )
}

type GroupsPickProps = Pick<UserGroupTabProps, 'pick' | 'refusal'> & { readonly addedIds: readonly string[] }

function GroupsPick({ pick, addedIds, refusal }: GroupsPickProps): ReactNode {
  const categories = useCall(groupCategory.listStaffGroupCate)
  const filters = useMemo(
    () =>
      filtersOf(group.listStaffGroupPage, [
        { name: 'groupName', label: '用户组名称', kind: 'text' },
        { name: 'groupCategoryId', label: '分类', kind: 'tree', tree: categoryOptions(categories.data ?? []) },
      ]),
    [categories.data],
  )
  const added = new Set(addedIds)
  return (
    <PickListTab
      pick={pick}
      source={groups}
      filters={filters}
      columns={groupColumns}
      itemOf={pickedGroup}
      refusal={(row) => (added.has(row.id) ? '已添加' : (refusal?.(row) ?? null))}
      emptyText="没有符合条件的用户组"
    />
  )
}

export const groupColumns: TableColumnsType<GroupRow> = [
  {
    title: '用户组名称',
    dataIndex: 'name',
    width: 220,
    ellipsis: true,
    render: (name: string, { kind }) => (
      <>
        {kind === groupKind.ruled && <CodeTag codes={groupKind} value={kind} />} {name}
      </>
    ),
  },
  { title: '描述', dataIndex: 'descript', ellipsis: true },
  { title: '人数', dataIndex: 'staffCount', width: 84, align: 'right', className: 'kp-number' },
]
