import { HolderOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import './sortable-rows.css'

export interface SortableRowProps {
  /** What is moved, for people who do not see it: 选项 A. */
  readonly name: string
  readonly index: number
  readonly children: ReactNode
}

interface Row {
  readonly element: HTMLElement
  readonly index: number
}

/** Rows that change places: dragged by their handle with mouse or finger, or moved by the arrow keys while the handle has the focus. */
export function useSortableRows(count: number, onMove: (from: number, to: number) => void, className = 'kp-sortable-row') {
  const rows = useRef(new Map<string, Row>())
  const [dragged, setDragged] = useState<string>()
  const move = useRef(onMove)
  // A drag outlives the render it began in, and has to move the rows as they are now.
  useEffect(() => {
    move.current = onMove
  })

  const step = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    if (index + by >= 0 && index + by < count) onMove(index, index + by)
  }
  /** Heard at the window: an element that changes its place in the page loses a captured pointer. */
  const drag = (id: string) => {
    const over = new AbortController()
    const { signal } = over
    const follow = ({ clientY }: PointerEvent) => {
      const index = rows.current.get(id)?.index
      if (index === undefined) return
      const to = placeAt([...rows.current.values()], index, clientY)
      if (to !== index) move.current(index, to)
    }
    const end = () => {
      over.abort()
      setDragged(undefined)
    }
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
    setDragged(id)
  }
  return (id: string, { name, index, children }: SortableRowProps): ReactNode => (
    <div
      key={id}
      className={`${className} kp-sortable ${dragged === id ? 'kp-dragged' : ''}`}
      ref={(element) => {
        if (element) rows.current.set(id, { element, index })
        else rows.current.delete(id)
      }}
    >
      <button
        type="button"
        className="kp-sort-handle"
        aria-label={`移动${name}，按上下方向键`}
        title="拖动，或按上下方向键调整顺序"
        onKeyDown={(event) => step(event, index)}
        onPointerDown={() => drag(id)}
      >
        <HolderOutlined />
      </button>
      {children}
    </div>
  )
}

/** The place of a row whose handle is at this height. Rows differ in height, so each is passed only at its middle. */
function placeAt(rows: readonly Row[], from: number, y: number): number {
  const middles = rows.map(({ element, index }) => {
    const { top, height } = element.getBoundingClientRect()
    return { index, middle: top + height / 2 }
  })
  const below = middles.filter(({ index, middle }) => index > from && y > middle).map(({ index }) => index)
  const above = middles.filter(({ index, middle }) => index < from && y < middle).map(({ index }) => index)
  if (below.length > 0) return Math.max(...below)
  return above.length > 0 ? Math.min(...above) : from
}

export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  const [moved] = next.splice(from, 1)
  if (moved !== undefined) next.splice(to, 0, moved)
  return next
}
