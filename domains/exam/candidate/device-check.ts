/** What can be known of a device before an exam: each check says how it stands in words for the candidate. */
import { canFullScreen, openBrowserStore } from '@kaopei/sitting/candidate'
import { call, isOverrun, serverNow } from '@kaopei/web/client'
import { entry } from '../contract/entry.ts'

export interface CheckResult {
  readonly item: 'network' | 'clock' | 'storage' | 'fullScreen' | 'window' | 'browser'
  readonly name: string
  readonly state: 'good' | 'warn' | 'bad'
  readonly text: string
}

export async function checkDevice(examId: string, asksFullScreen: boolean): Promise<CheckResult[]> {
  const network = await checkNetwork(examId)
  const fullScreen = asksFullScreen ? [checkFullScreen()] : []
  return [network, checkClock(), await checkStorage(), checkBrowser(navigator.userAgent), ...fullScreen, checkScreen()]
}

async function checkNetwork(examId: string): Promise<CheckResult> {
  const trips: number[] = []
  try {
    for (let time = 0; time < 3; time++) {
      const startedAt = performance.now()
      await call(entry.notice, { examId }, { silent: true, timeoutMs: 8000 })
      trips.push(performance.now() - startedAt)
    }
  } catch (error) {
    // Nobody is kept out by the crowd that they are part of: the start waits in line by itself.
    if (isOverrun(error))
      return { item: 'network', name: '网络连接', state: 'warn', text: '服务器正忙，开始考试时会自动为您排队' }
    return { item: 'network', name: '网络连接', state: 'bad', text: '无法连接服务器，请检查网络后重新检测' }
  }
  const best = Math.round(Math.min(...trips))
  if (best > 1500)
    return { item: 'network', name: '网络连接', state: 'warn', text: `较慢（${best} 毫秒），断网时答案会先保存在本机` }
  return { item: 'network', name: '网络连接', state: 'good', text: `正常（${best} 毫秒）` }
}

function checkClock(): CheckResult {
  const offMs = Date.now() - serverNow()
  const off = Math.abs(offMs)
  if (off < 30_000) return { item: 'clock', name: '设备时间', state: 'good', text: '与服务器一致' }
  const amount = off < 3_600_000 ? `${Math.round(off / 60_000)} 分钟` : `${(off / 3_600_000).toFixed(1)} 小时`
  const way = offMs > 0 ? '快' : '慢'
  return { item: 'clock', name: '设备时间', state: 'warn', text: `比服务器${way}约 ${amount}。计时以服务器为准，不受影响` }
}

async function checkStorage(): Promise<CheckResult> {
  try {
    const store = await openBrowserStore()
    await store.putReceipts('check', [{ slot: 0, rev: 0, receipt: '', savedAt: '' }])
    await store.forget('check')
    const text = mayStartOffline()
      ? '可用，断网时刷新或重新打开浏览器也能继续'
      : '可用，断网或刷新不会丢失答案；断网时请勿关闭页面'
    return { item: 'storage', name: '本机存储', state: 'good', text }
  } catch {
    return { item: 'storage', name: '本机存储', state: 'warn', text: '不可用（可能是无痕模式），断网时请勿刷新页面' }
  }
}

/** Only an address that the browser holds to be safe (https) may start without network. */
function mayStartOffline(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}

function checkFullScreen(): CheckResult {
  if (canFullScreen()) return { item: 'fullScreen', name: '全屏', state: 'good', text: '支持，开始后进入全屏' }
  return { item: 'fullScreen', name: '全屏', state: 'warn', text: '此浏览器不支持全屏，将在窗口中考试' }
}

/** From these versions on everything that an exam needs has been tried. */
const browsers = [
  { name: 'Edge', pattern: /\bEdg(?:e|A|iOS)?\/(\d+)/, least: 109 },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\/(\d+)/, least: 115 },
  { name: 'Chrome', pattern: /\b(?:Chrome|CriOS)\/(\d+)/, least: 109 },
  { name: 'Safari', pattern: /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, least: 16 },
] as const

/** What a browser says it is proves nothing; it is told where a newer one would be better, and nobody is kept out for it. */
export function checkBrowser(userAgent: string): CheckResult {
  const known = browserOf(userAgent)
  const item = { item: 'browser', name: '浏览器' } as const
  if (!known) return { ...item, state: 'warn', text: '未能识别，建议使用最新版 Chrome、Edge 或 Safari' }
  const { name, version, least } = known
  if (version < least) return { ...item, state: 'warn', text: `${name} ${version} 版本较低，请升级到 ${least} 或更高版本` }
  return { ...item, state: 'good', text: `${name} ${version}` }
}

export function browserOf(userAgent: string): { name: string; version: number; least: number } | undefined {
  for (const { name, pattern, least } of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return { name, version: Number(version), least }
  }
  return undefined
}

function checkScreen(): CheckResult {
  return { item: 'window', name: '屏幕', state: 'good', text: `${window.innerWidth} × ${window.innerHeight}` }
}
