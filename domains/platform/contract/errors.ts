import { errors } from '@kaopei/contract'

export const platformErrors = errors('platform', {
  domainTaken: { code: 2550, text: '该企业域名已被使用，请换一个' },
  domainByPlatform: { code: 2551, text: '企业域名由平台管理员修改，请联系平台' },
  pictureMissing: { code: 2552, text: '图片不存在或不是图片，请重新上传' },
  keyUnknown: { code: 2553, text: '没有这个配置属性，请重新选择' },
  valueWrong: { code: 2554, text: '配置内容不符合该属性的要求' },
  keyOfPlatform: { code: 2555, text: '该配置由平台管理员维护，企业不能修改' },
  thirdKindTaken: { code: 2556, text: '该平台已有配置，请直接修改' },
  thirdSyncLater: { code: 2557, text: '通讯录同步尚未开放：配置已保存，开放后可直接使用' },
  thirdLoginLater: { code: 2521, text: '登录与通讯录同步尚未开放，暂不能启用；接入信息可以先保存' },
  programmingLater: { code: 2522, text: '编程题的自动判题尚未开放，暂不能开启' },
  quotaUsedUp: { code: 2558, text: '额度不足，请联系平台管理员' },
})
