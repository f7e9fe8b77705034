import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const usergroupLogWords: LogWords = {
  groupId: '用户组',
  groupIds: '用户组',
  groupName: '用户组名称',
  groupNames: '用户组名称',
  groupCategoryId: '用户组分类',
  groups: '用户组',
  memberIds: '成员',
  isLive: '实时',
}
