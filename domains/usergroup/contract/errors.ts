import { errors } from '@kaopei/contract'

export const groupErrors = errors('userGroup', {
  nameTaken: { code: 2600, text: '用户组名称已存在' },
  categoryMissing: { code: 2601, text: '用户组分类不存在或已被删除，请重新选择' },
  membersAreRuled: { code: 2602, text: '动态用户组的成员由规则决定，不能手工添加或移除' },
  ruleMissing: { code: 2603, text: '请设置动态用户组的规则' },
  notDynamic: { code: 2604, text: '静态用户组没有规则，不能重新计算' },
  outOfScope: { code: 2605, text: '用户组中有数据权限以外的人员，您不能修改其规则或删除' },
  attachedToRole: { code: 2606, text: '用户组已关联角色，请先在角色管理中解除关联' },
  givesMoreRights: { code: 2607, text: '用户组关联的角色拥有您没有的权限，您不能调整其成员' },
  ruleGivesRoles: { code: 2609, text: '用户组已关联角色，其规则决定谁获得这些角色，只能由企业管理员修改' },
  nobodyChosen: { code: 2608, text: '请先选择人员' },
  tooManyForOneList: { code: 2614, text: '用户组超过 2,000 个，请按名称或分类缩小范围，或使用分页的用户组列表' },
})

export const groupCategoryErrors = errors('userGroupCategory', {
  nameTaken: { code: 2610, text: '同一上级下已有同名分类' },
  intoItself: { code: 2611, text: '不能移动到本分类或其下级分类' },
  tooDeep: { code: 2612, text: '分类层级不能超过5级' },
  badTarget: { code: 2613, text: '接收分类不能是要删除的分类' },
})
