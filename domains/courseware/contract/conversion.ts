import { coursewareType } from './codes.ts'

/** What can become of the work on an upload, and what people are told to do when it failed. */

/** `courseware.conversion.state`. */
export const conversionStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ConversionState = (typeof conversionStates)[number]

/** Why a conversion ended without a result. A converter may say it more exactly; these texts hold where it does not. */
export const conversionFailures = {
  unreadable: '文件已损坏，或者内容与扩展名不符。请在本机确认能够打开后替换文件',
  encrypted: '文件设置了密码。请去掉密码后替换文件',
  noTrack: '文件中没有可以播放的画面或声音。请检查后替换文件',
  tooLong: '内容过长。请拆分后分别上传',
  toolMissing: '服务器缺少转码所需的程序。请联系管理员安装后重试',
  noSpace: '服务器存储空间不足。请联系管理员清理后重试',
  noMemory: '处理这个文件所需的内存超过了限制，已经停止。请降低分辨率、减少页数或拆分后替换文件',
  timedOut: '处理时间过长，已经停止。请简化内容或另存后替换文件',
  cancelled: '已取消转码。需要时请重试',
  notAllowed: '文件含有不允许的内容。请去掉后替换文件',
  fontMissing: '服务器没有中文字体。请联系管理员安装 fonts-noto-cjk 后重试',
  interrupted: '转码多次中断。请重试，如仍失败请联系管理员',
} as const
export type ConversionFailureKind = keyof typeof conversionFailures

/** The same file would fail again, whatever the server has: another one has to take its place. */
const ofTheFile: ReadonlySet<string> = new Set<ConversionFailureKind>(['encrypted', 'noTrack', 'tooLong', 'notAllowed'])
export function needsOtherFile(type: number, failure: string | null): boolean {
  if (failure === null) return false
  // Packages are read by the product itself, by no program that could be another one tomorrow.
  return ofTheFile.has(failure) || (type === coursewareType.package && failure === 'unreadable')
}
