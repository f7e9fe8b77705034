import { Dash, formatInstant, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import { source } from '../../contract/capture.ts'
import type { HallStream } from '../../contract/hall-streams.ts'

const kinds = { film: '录像', picture: '画面' } as const
const nameOf = ({ source: of, kind }: HallStream) => `${source.label(of)}${kinds[kind]}`

/** Whether what is recorded comes; which of it does not, and since when. */
export function StreamCell({ streams }: { readonly streams: readonly HallStream[] }): ReactNode {
  if (streams.length === 0) return <Dash />
  const late = streams.filter(({ isLate }) => isLate)
  const lateWords = late.length === streams.length && late.length > 1 ? '全部' : late.map(nameOf).join('、')
  const all = streams
    .map(
      (stream) => `${nameOf(stream)}：${stream.lastTime ? `最近收到 ${formatInstant(stream.lastTime, 'HH:mm:ss')}` : '尚未收到'}`,
    )
    .join('；')
  return (
    <span title={all}>
      <ToneTag tone={late.length > 0 ? 'danger' : 'success'}>{late.length > 0 ? '中断' : '正常'}</ToneTag>
      {late.length > 0 && <div className="kp-hint kp-hall-room">{lateWords}</div>}
    </span>
  )
}
