import type { LossReason, SourceName, SourceState } from './sources.ts'

export const sourceNames: Readonly<Record<SourceName, string>> = { screen: '屏幕', first: '摄像头' }

const screenLosses: Readonly<Record<LossReason, string>> = {
  ended: '屏幕共享已停止',
  denied: '未允许共享屏幕',
  missing: '未找到可共享的屏幕',
  busy: '屏幕共享未能开启',
  muted: '屏幕共享没有画面',
  notMonitor: '共享的不是整个屏幕，请在弹出的窗口中选择“整个屏幕”',
  unsupported: '此设备不支持共享屏幕，请改用电脑参加考试',
}
const cameraLosses: Readonly<Record<LossReason, string>> = {
  ended: '摄像头已断开，请检查连接',
  denied: '摄像头权限已关闭，请在浏览器地址栏中允许使用摄像头',
  missing: '未找到摄像头，请连接摄像头',
  busy: '摄像头未能开启，可能正被其他程序占用',
  muted: '摄像头没有画面，请检查是否被遮盖或关闭',
  notMonitor: '摄像头未能开启',
  unsupported: '此浏览器不支持摄像头，请更换浏览器',
}

/** What is wrong with a source, or null. */
export function lossWords(name: SourceName, { track, loss }: SourceState): string | null {
  if (loss) return name === 'screen' ? screenLosses[loss] : cameraLosses[loss]
  if (track) return null
  return name === 'screen' ? '尚未共享屏幕' : '尚未开启摄像头'
}

export function mendWords(name: SourceName, { track, loss }: SourceState): string {
  const isAgain = track !== null || loss !== null
  if (name === 'screen') return isAgain ? '重新共享屏幕' : '共享屏幕'
  return isAgain ? '重新开启摄像头' : '开启摄像头'
}
