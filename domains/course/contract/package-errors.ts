import { errors } from '@kaopei/contract'

/** 3090 to 3099. */
export const packageErrors = errors('coursePackage', {
  noPart: { code: 3090, text: '标准课件中没有这一节，请返回课程页重新打开' },
  replaced: { code: 3091, text: '这一节已在其他窗口或设备上继续学习，请在那里学习，或刷新本页接着学' },
})
