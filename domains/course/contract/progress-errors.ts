import { errors } from '@kaopei/contract'

/** 3080 to 3089. */
export const progressErrors = errors('courseProgress', {
  noTask: { code: 3080, text: '课程中没有该任务，请刷新后重试' },
  nothingToExport: { code: 3081, text: '没有符合条件的学员，请调整筛选条件' },
})
