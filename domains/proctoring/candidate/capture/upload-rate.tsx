import { call } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { capture } from '../../contract/capture.ts'

const sampleBytes = 200_000
/** Both films and a margin for answers. */
const enoughKilobits = 300

/** How fast this network sends: measured with as much as one piece of both films. A slow one is told, and nobody is kept out for it. */
export function UploadRate(): ReactNode {
  const [rate, setRate] = useState<number | null>()
  // Measured once, when the page is there.
  useEffect(() => {
    let isOver = false
    const tell = (kilobits: number | null) => !isOver && setRate(kilobits)
    void measure().then(tell, () => tell(null))
    return () => {
      isOver = true
    }
  }, [])
  if (rate === undefined)
    return (
      <li className="check">
        <span className="check-state">检测中</span>
        <strong>上传速度</strong>
        <span>正在检测…</span>
      </li>
    )
  const isEnough = rate !== null && rate >= enoughKilobits
  return (
    <li className={`check ${isEnough ? 'good' : 'warn'}`}>
      <span className="check-state">{isEnough ? '通过' : '注意'}</span>
      <strong>上传速度</strong>
      <span>{wordsOf(rate, isEnough)}</span>
    </li>
  )
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
