import { errors } from '@kaopei/contract'

export const departmentErrors = errors('department', {
  nameTaken: { code: 2100, text: '同一上级下已有同名部门' },
  intoItself: { code: 2101, text: '不能移动到本部门或其下级部门' },
  notEmpty: { code: 2102, text: '部门下还有人员或下级部门，请先选择接收部门' },
  badTarget: { code: 2103, text: '接收部门不能是要删除的部门或其下级部门' },
  tooDeep: { code: 2104, text: '部门层级不能超过20级' },
})

export const staffErrors = errors('staff', {
  accountTaken: { code: 2110, text: '登录账号已存在' },
  phoneTaken: { code: 2111, text: '手机号已被其他人员使用' },
  emailTaken: { code: 2112, text: '邮箱已被其他人员使用' },
  jobNumberTaken: { code: 2113, text: '工号已被其他人员使用' },
  departmentMissing: { code: 2114, text: '部门不存在或已被删除，请重新选择' },
  notYourself: { code: 2115, text: '不能对自己执行此操作' },
  lastAdmin: { code: 2116, text: '至少需要保留一名可用的管理员' },
  postMissing: { code: 2118, text: '岗位不存在或已被删除，请重新选择' },
  rankMissing: { code: 2119, text: '职级不存在或已被删除，请重新选择' },
  labelMissing: { code: 2125, text: '标签不存在或已被删除，请重新选择' },
  recoveryOver: { code: 2137, text: '已超过恢复期限，不能恢复' },
  notLinkable: { code: 2138, text: '只能把外部考生关联到在职员工' },
  stronger: { code: 2139, text: '所选人员拥有您没有的权限，只能由管理员操作' },
  growing: { code: 2141, text: '修改后会拥有您没有的权限，只能由管理员操作' },
  outOfScope: { code: 2117, text: '所选人员都不在您的管理范围内' },
  noSeatLeft: { code: 2142, text: '企业的员工名额已用完，请先停用或删除不再使用的员工，或联系平台管理员提高名额' },
})

export const staffImportErrors = errors('staffImport', {
  invalidTemplate: { code: 2120, text: '无效的用户导入模板。' },
  unreadable: { code: 2121, text: '文件无法读取，请检查后重新上传' },
  tooManyRows: { code: 2122, text: '一次最多导入100000人，请拆分成几个文件后再上传' },
  empty: { code: 2123, text: '文件中没有人员数据，请填写后再上传' },
  fileMissing: { code: 2124, text: '请先上传文件' },
})

export const postErrors = errors('post', {
  groupNameTaken: { code: 2126, text: '同一上级下已有同名岗位组' },
  groupIntoItself: { code: 2127, text: '不能移动到本岗位组或其下级' },
  groupNotEmpty: { code: 2128, text: '岗位组下还有岗位或下级岗位组，请先移走或删除' },
  groupTooDeep: { code: 2129, text: '岗位组层级不能超过10级' },
  groupMissing: { code: 2130, text: '岗位组不存在或已被删除，请重新选择' },
  postNameTaken: { code: 2131, text: '岗位名称已存在' },
  rankNameTaken: { code: 2132, text: '职级名称已存在' },
  inUse: { code: 2133, text: '还有人员在使用，请先选择由谁接替' },
  badTarget: { code: 2134, text: '接替的选项不存在，请重新选择' },
  labelNameTaken: { code: 2135, text: '标签名称已存在' },
  tooManyLabels: { code: 2136, text: '人员标签不能超过500个' },
})

export const invitationErrors = errors('invitation', {
  noWay: { code: 2541, text: '所选的发送方式均未接入服务，请选择生成链接，或联系运维人员设置' },
  over: { code: 2140, text: '邀请链接已失效，请联系管理员重新发送' },
})
