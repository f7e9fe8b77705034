import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const tenantLogWords: LogWords = {
  packageId: '菜单套餐',
  adminName: '管理员姓名',
  adminAccount: '管理员账号',
  userId: '用户',
}
