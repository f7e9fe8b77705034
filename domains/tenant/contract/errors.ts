import { errors } from '@kaopei/contract'

export const tenantErrors = errors('tenant', {
  domainTaken: { code: 2800, text: '该企业域名已被使用，请换一个' },
  domainReserved: { code: 2801, text: '该域名为系统保留，请换一个' },
  platformFixed: { code: 2802, text: '平台企业不能停用，也没有期限和套餐' },
  packageMissing: { code: 2803, text: '菜单套餐不存在或已被删除，请重新选择' },
  packageInUse: { code: 2804, text: '还有企业在使用该套餐，请先为它们更换套餐' },
  packageNameTaken: { code: 2805, text: '套餐名称已存在' },
  unknownMenu: { code: 2806, text: '菜单不存在，请刷新页面后重试' },
  alreadyBegun: { code: 2807, text: '该企业已开始服务，生效日期不能改到今天之后' },
  accountTaken: { code: 2808, text: '登录账号、手机号或邮箱已被其他用户使用' },
  notYourself: { code: 2809, text: '不能对自己执行此操作' },
  roleNameTaken: { code: 2810, text: '角色名称已存在' },
  adminFixed: { code: 2811, text: '管理员角色拥有全部权限，不能修改或删除' },
  roleInUse: { code: 2812, text: '还有用户属于该角色，请先移出' },
  roleMissing: { code: 2813, text: '角色不存在或已被删除，请重新选择' },
  stronger: { code: 2815, text: '该用户拥有您没有的权限，只能由管理员操作' },
  beyondOwn: { code: 2814, text: '不能授予自己没有的权限' },
})
