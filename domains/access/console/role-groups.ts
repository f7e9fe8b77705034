import { listOf, useAction, useMay } from '@kaopei/web'
import { rolePeople } from '../contract/role-people.ts'

const source = listOf(rolePeople.listRoleStaffGroup)

/** A role's groups for the drawer 关联用户组. */
export function useRoleGroups(roleId: string) {
  const add = useAction(rolePeople.associateStaffGroup, { successText: '添加成功' })
  const remove = useAction(rolePeople.removeStaffGroup)
  return {
    source,
    listInput: { roleId },
    onAdd: async (groupIds: readonly string[]) => (await add.run({ roleId, groupIds: [...groupIds] })).ok,
    onRemove: async ({ id }: { readonly id: string }) => (await remove.run({ roleId, groupIds: [id] })).ok,
    canChange: useMay(rolePeople.associateStaffGroup),
  }
}
