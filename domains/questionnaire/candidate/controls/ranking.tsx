import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { placed, ranked, unranked } from './ranking-order.ts'

interface RankingProps {
  readonly choices: readonly { readonly id: string; readonly label: string }[]
  readonly order: readonly string[]
  /** At most so many get a rank. */
  readonly most: number
  readonly onChange: (order: readonly string[]) => void
}

/** Ranks are given by a tap, in order; they are changed by buttons, by arrow keys or by dragging the handle. */
export function Ranking({ choices, order, most, onChange }: RankingProps): ReactNode {
  const labels = new Map(choices.map(({ id, label }) => [id, label]))
  const waiting = choices.filter(({ id }) => !order.includes(id))
  const [said, say] = useState('')
  const place = (id: string, to: number) => {
    const next = placed(order, id, to)
    say(`${labels.get(id) ?? ''}，第 ${next.indexOf(id) + 1} 位，共 ${next.length} 位`)
    onChange(next)
  }
  const rows = useDraggedRows((id, to) => place(id, to))
  return (
    <div className="qn-ranking">
      {order.length > 0 && (
        <ol className="qn-ranks" aria-label="已排序">
          {order.map((id, at) => (
            <li key={id} ref={rows.row(id)} className={rows.dragged === id ? 'qn-rank qn-dragged' : 'qn-rank'}>
              <Handle
                label={`移动“${labels.get(id) ?? ''}”，按上下方向键`}
                onStep={(by) => place(id, at + by)}
                onDrag={(event) => rows.begin(id, event)}
              />
              <span className="qn-rank-number">{at + 1}</span>
              <span className="qn-rank-label">{labels.get(id)}</span>
              <RankButton label={`上移 ${labels.get(id) ?? ''}`} sign="↑" isOff={at === 0} run={() => place(id, at - 1)} />
              <RankButton
                label={`下移 ${labels.get(id) ?? ''}`}
                sign="↓"
                isOff={at === order.length - 1}
                run={() => place(id, at + 1)}
              />
              <RankButton
                label={`取消排序 ${labels.get(id) ?? ''}`}
                sign="×"
                run={() => {
                  say(`${labels.get(id) ?? ''}，已取消排序`)
                  onChange(unranked(order, id))
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {waiting.length > 0 && (
        <>
          <p className="note">{order.length >= most ? `最多排 ${most} 项，取消一项后可再选。` : '按顺序点选：'}</p>
          <div className="qn-waiting">
            {waiting.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                disabled={order.length >= most}
                aria-label={`将“${label}”排在第 ${order.length + 1} 位`}
                onClick={() => {
                  say(`${label}，第 ${order.length + 1} 位`)
                  onChange(ranked(order, id))
                }}
              >
                {label}
              </button>
            ))}
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

interface HandleProps {
  readonly label: string
  readonly onStep: (by: -1 | 1) => void
  readonly onDrag: (event: PointerEvent) => void
}

function Handle({ label, onStep, onDrag }: HandleProps): ReactNode {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <button type="button" className="qn-handle" aria-label={label} onKeyDown={step} onPointerDown={onDrag}>
      <span aria-hidden="true">⠿</span>
    </button>
  )
}

interface RankButtonProps {
  readonly label: string
  readonly sign: string
  readonly isOff?: boolean
  readonly run: () => void
}

function RankButton({ label, sign, isOff = false, run }: RankButtonProps): ReactNode {
  return (
    <button type="button" className="qn-rank-button" aria-label={label} disabled={isOff} onClick={run}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

/** Heard at the window: a row that changes its place in the page loses a captured pointer. */
function useDraggedRows(place: (id: string, to: number) => void) {
  const rows = useRef(new Map<string, HTMLElement>())
  const [dragged, setDragged] = useState<string>()
  const latest = useRef(place)
  // A drag outlives the render it began in, and has to move the rows as they are now.
  useEffect(() => {
    latest.current = place
  })
  const begin = (id: string, event: PointerEvent) => {
    if (event.button !== 0) return
    const over = new AbortController()
    const { signal } = over
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const others = [...rows.current].filter(([other]) => other !== id).map(([, row]) => row.getBoundingClientRect())
      const to = others.filter(({ top, height }) => clientY > top + height / 2).length
      const own = rows.current.get(id)?.getBoundingClientRect()
      const now = others.filter(({ top }) => own !== undefined && top < own.top).length
      if (to !== now) latest.current(id, to)
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
  return {
    dragged,
    begin,
    row: (id: string) => (element: HTMLElement | null) => {
      if (element) rows.current.set(id, element)
      else rows.current.delete(id)
    },
  }
}
