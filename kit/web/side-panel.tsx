import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'

const firstWidth = 280
const narrowest = 279
const widest = 600
const step = 20

const fitting = (width: number) => Math.min(widest, Math.max(narrowest, Math.round(width)))

export interface SidePanelProps {
  readonly title: string
  readonly children: ReactNode
}

/** A panel at the left that can be folded away and drawn wider: 280 px at first, 279 to 600. */
export function SidePanel({ title, children }: SidePanelProps): ReactNode {
  const [width, setWidth] = useState(firstWidth)
  const [isFolded, setFolded] = useState(false)
  if (isFolded) {
    return (
      <aside className="kp-side-panel kp-side-folded" aria-label={title}>
        <button type="button" className="kp-side-fold" aria-label={`展开${title}`} onClick={() => setFolded(false)}>
          <RightOutlined />
        </button>
      </aside>
    )
  }
  return (
    <aside className="kp-side-panel" aria-label={title} style={{ width }}>
      <div className="kp-side-panel-head">
        <h2>{title}</h2>
        <button type="button" className="kp-side-fold" aria-label={`收起${title}`} onClick={() => setFolded(true)}>
          <LeftOutlined />
        </button>
      </div>
      <div className="kp-side-panel-body">{children}</div>
      <Edge title={title} width={width} onChange={(next) => setWidth(fitting(next))} />
    </aside>
  )
}

interface EdgeProps {
  readonly title: string
  readonly width: number
  readonly onChange: (width: number) => void
}

/** Drawn by the pointer or moved by the arrow keys. */
function Edge({ title, width, onChange }: EdgeProps): ReactNode {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = event.clientX
    const edge = event.currentTarget
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => onChange(width + clientX - from)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', () => edge.removeEventListener('pointermove', move), { once: true })
  }
  const keys = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onChange(width - step)
    if (key === 'ArrowRight') onChange(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved has values, which <hr> cannot have
    <div
      className="kp-side-edge"
      role="separator"
      aria-label={`${title}的宽度`}
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={keys}
    />
  )
}
