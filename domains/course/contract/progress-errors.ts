import { errors } from '@kaopei/contract'

/** 3080 to 3089. */
export const progressErrors = errors('courseProgress', {
  noTask: { code: 3080, text: '课程中没有该章节或任务，请刷新后重试' },
  nothingToExport: { code: 3081, text: '没有符合条件的学员，请调整筛选条件' },
  nobodyToRemind: { code: 3082, text: '没有需要催学的学员：所选学员已完成、今天已催学、已停用或没有联系方式' },
  noChannel: {
    code: 3083,
    text: '催学发不出去：尚未接入邮件服务，也没有可用的短信模板，或“课程催学”消息已停用。请在消息模板中启用，或联系运维人员设置',
  },
  rulesForAll: { code: 3084, text: '自动催学对课程的全部学员生效，请由数据范围为全部的管理员设置' },
})
