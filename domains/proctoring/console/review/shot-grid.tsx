import { CodeTag, EmptyState, formatInstant, mayOrWarn, ToneTag, useAction } from '@kaopei/web'
import { Button, Image } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cheatTag, review, tagType } from '../../contract/review.ts'
import { clockPattern } from './paths.ts'
import { perRow } from './per-row.ts'
import type { Shot } from './shots-of.ts'
import { Watermarked, WatermarkedLarge } from './watermark.tsx'
import './review.css'

interface Props {
  readonly resultId: string
  readonly abnormalType: 4 | 5 | 6
  readonly shots: readonly Shot[]
  readonly isOpen: boolean
  /** Only so many lines. */
  readonly lines?: number
  readonly onMarked: () => void
}

/** Pictures side by side, as many as the width takes; blurred until a reason is given. */
export function ShotGrid({ shots, lines, isOpen, ...card }: Props): ReactNode {
  const [count, measured] = usePerRow()
  const shown = lines === undefined ? shots : shots.slice(0, count * lines)
  if (shots.length === 0) return <EmptyState text="暂无数据" />
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -count, ArrowDown: count }
  return (
    // Arrows lead from the mark of one picture to its neighbours'; Enter and the space bar mark.
    <div
      ref={measured}
      role="toolbar"
      aria-label="画面标记"
      className="kp-review-grid"
      style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }}
      onKeyDown={(event) => moveFocus(event, steps[event.key])}
    >
      <Image.PreviewGroup preview={{ imageRender: watermarked }}>
        {shown.map((shot) => (
          <ShotCard key={shot.id} shot={shot} isOpen={isOpen} {...card} />
        ))}
      </Image.PreviewGroup>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, step: number | undefined): void {
  const marks = [...event.currentTarget.querySelectorAll<HTMLElement>('figcaption button')]
  const at = marks.findIndex((mark) => mark === event.target)
  const next = step === undefined || at < 0 ? undefined : marks[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function usePerRow() {
  const measured = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const element = measured.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [perRow(width), measured] as const
}

// In a group only the group's own is heard.
const watermarked = (image: ReactNode) => <WatermarkedLarge>{image}</WatermarkedLarge>

type CardProps = Omit<Props, 'shots' | 'lines'> & { readonly shot: Shot }

function ShotCard({ shot, isOpen, resultId, abnormalType, onMarked }: CardProps): ReactNode {
  const isMarked = shot.cheatTag === cheatTag.marked
  const mark = useAction(review.setCheatTag, { successText: isMarked ? '取消标记成功' : '标记成功', onDone: onMarked })
  const at = formatInstant(shot.takenAt, clockPattern)
  const toggle = () => {
    if (!mayOrWarn(review.setCheatTag)) return
    void mark.run({
      examinationResultId: resultId,
      abnormalType,
      tagType: tagType.shot,
      abnormalOperationId: shot.id,
      cheatTag: isMarked ? cheatTag.none : cheatTag.marked,
    })
  }
  return (
    <figure className="kp-review-shot">
      {isOpen ? (
        <Watermarked>
          <Image src={shot.thumbnailUrl} preview={{ src: shot.url }} alt={`${at} 的画面`} loading="lazy" />
        </Watermarked>
      ) : (
        <div className="kp-review-blur">填写原因后显示</div>
      )}
      <figcaption>
        <span>{at}</span>
        {shot.isFrame && <ToneTag tone="info">截取</ToneTag>}
        {isMarked && <CodeTag codes={cheatTag} value={shot.cheatTag} />}
        {isOpen && (
          <Button
            size="small"
            danger={!isMarked}
            loading={mark.isRunning}
            onClick={toggle}
            aria-label={`${isMarked ? '取消标记' : '标记'} ${at}`}
          >
            {isMarked ? '取消标记' : '标记'}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
