import { errors } from '@kaopei/contract'

export const collectErrors = errors('collect', {
  nameTaken: { code: 2650, text: '已有同名字段，请修改名称' },
  tooMany: { code: 2651, text: '自定义字段最多20个' },
  typeLocked: { code: 2652, text: '字段类型创建后不能修改' },
  optionsLocked: { code: 2653, text: '原有选项不能修改或删除，只能新增选项' },
  unknownField: { code: 2654, text: '部分字段已被删除，请核对后重新保存' },
  fixedField: { code: 2655, text: '姓名和手机号为必填项，不能移出' },
  listedTwice: { code: 2656, text: '同一字段不能同时出现在必填和选填中' },
  phoneTaken: { code: 2659, text: '该手机号已被其他人员使用，请核对' },
  emailTaken: { code: 2660, text: '该邮箱已被其他人员使用，请核对' },
  readOnlyField: { code: 2658, text: '系统字段不能修改或删除' },
})
