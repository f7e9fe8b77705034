/** What recording asks of a device beside camera and screen: how fast it sends, how much it keeps. Told, and nobody is kept out for it. */
import { call } from '@kaopei/web/client'
import { capture } from '../../contract/capture.ts'

export interface CaptureCheck {
  readonly state: 'good' | 'warn'
  readonly text: string
}

const sampleBytes = 200_000
/** Both films and a margin for answers. */
const enoughKilobits = 300
const enoughBytes = 300 * 1024 * 1024

/** Measured with as much as one piece of both films. */
export async function checkUpload(): Promise<CaptureCheck> {
  const rate = await measure().catch(() => null)
  const isEnough = rate !== null && rate >= enoughKilobits
  return { state: isEnough ? 'good' : 'warn', text: wordsOf(rate, isEnough) }
}

function wordsOf(rate: number | null, isEnough: boolean): string {
  if (rate === null) return '未能检测，采集内容会先保存在本机，网络恢复后自动上传'
  const text = rate >= 1000 ? `${(rate / 1000).toFixed(1)} Mbit/s` : `${Math.round(rate)} kbit/s`
  return isEnough ? text : `${text}，较慢，采集内容会先保存在本机再上传，交卷后请勿立即关机`
}

async function measure(): Promise<number> {
  // What cannot be squeezed on the way: the time of zeros would say nothing.
  const bytes = crypto.getRandomValues(new Uint8Array(sampleBytes / 4))
  const sample = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  await call(capture.tryUpload, { sample: '' }, { silent: true, timeoutMs: 15_000 })
  const began = performance.now()
  await call(capture.tryUpload, { sample: sample + sample }, { silent: true, timeoutMs: 30_000 })
  return (sampleBytes * 8) / (performance.now() - began)
}

/** What cannot be sent at once waits on this device. A browser that does not say has enough. */
export async function checkSpace(): Promise<CaptureCheck> {
  const { quota = 0, usage = 0 }: StorageEstimate = await Promise.resolve(navigator.storage?.estimate?.() ?? {}).catch(() => ({}))
  const isEnough = quota === 0 || quota - usage >= enoughBytes
  return isEnough
    ? { state: 'good', text: '充足，断网时采集内容先保存在本机' }
    : { state: 'warn', text: '不足，断网时较早的采集内容可能无法保留，请清理磁盘' }
}
