import { groupKind } from '@kaopei/usergroup/contract/codes'
import { listOf, useAction, useMay } from '@kaopei/web'
import { useIsAdmin } from '@kaopei/web/client'
import { rolePeople } from '../contract/role-people.ts'

const source = listOf(rolePeople.listRoleStaffGroup)

const dynamicWarning =
  '动态用户组的成员由部门、岗位、职级、标签、入职日期等人员信息决定：谁能修改这些信息，谁就能决定谁拥有此角色。因此动态用户组只能由企业管理员关联。'
const refuseDynamic = ({ kind }: { readonly kind: number }) =>
  kind === groupKind.ruled ? '动态用户组只能由企业管理员关联' : null

/** A role's groups for the drawer 关联用户组. */
export function useRoleGroups(roleId: string) {
  const add = useAction(rolePeople.associateStaffGroup, { successText: '添加成功' })
  const isAdmin = useIsAdmin()
  const remove = useAction(rolePeople.removeStaffGroup)
  return {
    source,
    listInput: { roleId },
    onAdd: async (groupIds: readonly string[]) => (await add.run({ roleId, groupIds: [...groupIds] })).ok,
    onRemove: async ({ id }: { readonly id: string }) => (await remove.run({ roleId, groupIds: [id] })).ok,
    canChange: useMay(rolePeople.associateStaffGroup),
    warning: dynamicWarning,
    ...(!isAdmin && { refusal: refuseDynamic }),
  }
}
