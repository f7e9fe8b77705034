import type { OutputOf } from '@kaopei/contract'
import { recordingKind } from '@kaopei/exam/contract/recording-days'
import { formatBytes, formatInstant, formatNumber, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import { keepingLabels } from '../../contract/retention.ts'
import type { review } from '../../contract/review.ts'
import { clockPattern } from './paths.ts'

type Recorded = OutputOf<typeof review.getRecord>
type Certificate = Recorded['certificates'][number]
type Standing = Recorded['kinds'][number]['keeping']

const tones: Readonly<Record<Standing, 'neutral' | 'warning' | 'info'>> = {
  ...{ kept: 'info', held: 'warning', due: 'warning', deleting: 'warning', deleted: 'neutral' },
}

/** How long each kind of recording stays, and what is certified of those that have gone. */
export function Keeping({ record }: { readonly record: Pick<Recorded, 'certificates' | 'kinds' | 'appealFiles'> }): ReactNode {
  const { kinds, certificates, appealFiles } = record
  if (kinds.length === 0 && certificates.length === 0 && !appealFiles) return null
  return (
    <section className="kp-card" aria-label="保存期限">
      <h2 className="kp-review-title">保存期限</h2>
      <ul className="kp-review-keeping">
        {kinds.map(({ kind, rule, deletesAt, isFixed, keeping }) => (
          <li key={kind}>
            <span>{recordingKind.label(kind)}</span>
            <ToneTag tone={tones[keeping]}>{keepingLabels[keeping]}</ToneTag>
            <span className="kp-hint">
              {keeping === 'deleted' ? rule : `${rule}，${isFixed ? '至' : '目前按交卷时间计至'} ${formatInstant(deletesAt)}`}
            </span>
          </li>
        ))}
        {appealFiles && (
          <li>
            <span>申诉材料</span>
            <ToneTag tone={tones[appealFiles.keeping]}>{keepingLabels[appealFiles.keeping]}</ToneTag>
            <span className="kp-hint">
              {appealFiles.keeping === 'deleted'
                ? appealFiles.rule
                : `${appealFiles.fileCount} 个文件，${appealFiles.rule}，至 ${formatInstant(appealFiles.deletesAt)}`}
            </span>
          </li>
        )}
      </ul>
      {appealFiles?.certificates.map(({ deletedAt, rule, fileCount, sizeBytes }) => (
        <div key={deletedAt} className="kp-review-certificate">
          <p>
            删除证明：{formatInstant(deletedAt, clockPattern)} 按“{rule}”删除申诉材料 {fileCount} 个文件，共{' '}
            {formatBytes(sizeBytes)}。
          </p>
        </div>
      ))}
      {certificates.map((certificate) => (
        <Certified key={`${certificate.kind}-${certificate.deletedAt}`} certificate={certificate} />
      ))}
    </section>
  )
}

function Certified({ certificate }: { readonly certificate: Certificate }): ReactNode {
  const { kind, deletedAt, rule, pieceCount, filmCount, frameCount, sizeBytes, chainHead } = certificate
  const what = [
    pieceCount > 0 && `片段与照片 ${formatNumber(pieceCount)} 个`,
    filmCount > 0 && `合成录像 ${filmCount} 个`,
    frameCount > 0 && `截取画面 ${frameCount} 张`,
  ].filter((one) => one !== false)
  const name = kind === 0 ? '全部监考数据' : recordingKind.label(kind)
  return (
    <div className="kp-review-certificate">
      <p>
        删除证明：{formatInstant(deletedAt, clockPattern)} 按“{rule}”删除{name}，包括{what.join('、')}，共{' '}
        {formatBytes(sizeBytes)}。
      </p>
      {chainHead && <p className="kp-hint">采集内容校验链：{chainHead}</p>}
    </div>
  )
}
