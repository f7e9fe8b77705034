import { useLoad } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'
import { type CaptureCheck, checkSpace, checkUpload } from './checks.ts'

/** How fast this network sends, measured once when the page is there. */
export function UploadRate(): ReactNode {
  return <Measured name="上传速度" check={checkUpload} />
}

/** What cannot be sent at once waits on this device. */
export function FreeSpace(): ReactNode {
  return <Measured name="本机空间" check={checkSpace} />
}

function Measured({ name, check }: { name: string; check: () => Promise<CaptureCheck> }): ReactNode {
  const { data } = useLoad(check)
  return (
    <li className={data ? `check ${data.state}` : 'check'}>
      <span className="check-state">{data ? (data.state === 'good' ? '通过' : '注意') : '检测中'}</span>
      <strong>{name}</strong>
      <span>{data ? data.text : '正在检测…'}</span>
    </li>
  )
}
