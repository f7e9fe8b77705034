import { ErrorState, formatInstant, useCall } from '@kaopei/web'
import { Button, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { abnormalType, review } from '../../contract/review.ts'
import { clockPattern } from './paths.ts'
import { freshLinksMs } from './use-record.ts'
import { Watermarked } from './watermark.tsx'

interface Props {
  readonly resultId: string
  readonly type: 4 | 5 | 6
  readonly count: number
}

/** Pieces whose times cannot be: they are in no film, and are watched by themselves. */
export function DoubtfulPieces({ resultId, type, count }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="kp-hint">
        {`有 ${count} 个片段的时间存疑，未合成到录像中`}
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          单独查看
        </Button>
      </p>
      <Modal
        open={isOpen}
        title={`${abnormalType.label(type)}：时间存疑的片段`}
        footer={null}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <Pieces resultId={resultId} type={type} />
      </Modal>
    </>
  )
}

function Pieces({ resultId, type }: Omit<Props, 'count'>): ReactNode {
  const asked = useCall(
    review.listPieces,
    { examinationResultId: resultId, abnormalType: type },
    { refetchInterval: freshLinksMs },
  )
  const pieces = (asked.data?.dataList ?? []).filter(({ isDoubtful }) => isDoubtful)
  const [chosen, choose] = useState<string>()
  const shown = pieces.find(({ id }) => id === chosen) ?? pieces[0]
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  if (!shown) return <p className="kp-hint">{asked.isPending ? '加载中...' : '没有时间存疑的片段'}</p>
  return (
    <div className="kp-review-doubtful">
      <Select
        aria-label="片段"
        value={shown.id}
        onChange={choose}
        options={pieces.map(({ id, number, from }) => ({
          value: id,
          label: `第 ${number} 段，考生端所报时间 ${formatInstant(from, clockPattern)}`,
        }))}
        style={{ inlineSize: '100%' }}
      />
      {shown.isStill ? (
        <p className="kp-hint">画面没有变化</p>
      ) : (
        <Watermarked>
          <video key={shown.id} src={shown.url} controls muted playsInline preload="auto" />
        </Watermarked>
      )}
    </div>
  )
}
