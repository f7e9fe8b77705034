import { codes } from '@kaopei/contract'

/** Whose rows a role's menu shows. Several roles add up. */
export const dataScope = codes({
  all: { code: 1, label: '全部' },
  chosen: { code: 2, label: '指定部门' },
  ownDepartment: { code: 3, label: '本部门' },
  ownAndBelow: { code: 4, label: '本部门及以下' },
  self: { code: 5, label: '仅本人' },
})

/** The role with this code has every menu and right of the company's package. */
export const adminRoleCode = 'admin'
