import { errors } from '@kaopei/contract'

export const roleErrors = errors('role', {
  nameTaken: { code: 2700, text: '角色名称已存在' },
  adminFixed: { code: 2701, text: '企业管理员角色拥有企业全部权限，不能修改或删除' },
  beyondOwn: { code: 2702, text: '不能授予您自己没有的权限' },
  roleBeyond: { code: 2703, text: '该角色的权限超出您自己的权限，您不能对其操作' },
  hasMembers: { code: 2704, text: '该角色还有成员，删除后这些成员将失去该角色的权限' },
  adminWithoutGroups: { code: 2706, text: '企业管理员角色不能关联用户组，请逐个添加成员' },
  unknownMenu: { code: 2707, text: '所选菜单或按钮不存在，或不在企业套餐内，请刷新页面后重试' },
  withoutScope: { code: 2708, text: '该菜单没有数据范围' },
  nobodyChosen: { code: 2709, text: '所选人员都不在您的管理范围内' },
  departmentMissing: { code: 2710, text: '部门不存在或已被删除，请重新选择' },
  dynamicGroup: {
    code: 2712,
    text: '动态用户组的成员由部门、标签等人员信息决定，只能由企业管理员关联到角色',
  },
  withDynamicGroup: { code: 2713, text: '该角色关联了动态用户组，只能由企业管理员修改' },
  tooMany: { code: 2711, text: '角色数量已达上限（500个）' },
})

export const viewAsErrors = errors('viewAs', {
  oneself: { code: 2720, text: '不能以自己的视角查看' },
  beyond: { code: 2721, text: '对方的权限超出您自己的权限，不能以其视角查看' },
  disabled: { code: 2722, text: '该账号已停用或尚未开通，不能以其视角查看' },
})
