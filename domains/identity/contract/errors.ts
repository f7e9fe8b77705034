import { errors } from '@kaopei/contract'

export const identityErrors = errors('identity', {
  companyUnknown: { code: 2000, text: '未找到该企业，请检查企业域名' },
  wrongCredentials: { code: 2001, text: '账号或密码错误' },
  locked: { code: 2002, text: '密码连续错误5次，账号已锁定15分钟，请稍后再试或联系管理员解锁' },
  accountDisabled: { code: 2003, text: '账号已停用，请联系管理员' },
  companySuspended: { code: 2004, text: '企业已停用或服务已到期，请联系管理员' },
  badCipher: { code: 2005, text: '密码加密有误，请刷新页面后重试' },
  ticketInvalid: { code: 2006, text: '登录凭证无效或已过期，请重新登录' },
  oldPasswordWrong: { code: 2007, text: '原密码错误' },
  oldPasswordMissing: { code: 2008, text: '请输入原密码' },
  passwordUnchanged: { code: 2009, text: '新密码不能与原密码相同' },
  pinWrong: { code: 2010, text: '验证码错误或已过期' },
  contactTaken: { code: 2011, text: '该手机号或邮箱已被其他账号绑定' },
  contactMissing: { code: 2012, text: '尚未绑定手机号或邮箱' },
  channelOff: { code: 2540, text: '该验证方式暂未开通，请选择其他方式，或联系管理员' },
  accountTaken: { code: 2013, text: '登录账号已存在' },
  lastAdmin: { code: 2015, text: '至少需要保留一名可用的企业管理员' },
})
