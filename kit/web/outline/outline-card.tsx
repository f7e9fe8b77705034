import { HolderOutlined } from '@ant-design/icons'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import './outline.css'
import { moveOfGroup, moveOfTask, type OutlineGroup, type OutlineMove } from './outline-moves.ts'

/** What every card and row of an outline needs to be moved in it; without `onMove` it stands still. */
export interface OutlineMoves {
  readonly groups: readonly OutlineGroup[]
  readonly onMove?: ((move: OutlineMove) => void) | undefined
}

export interface OutlineCardProps {
  readonly id: string
  /** What the handle moves: 章节“…”. */
  readonly name: string
  readonly label: string
  readonly heading: ReactNode
  readonly actions?: ReactNode
  /** Between the head and the rows, e.g. when it opens. */
  readonly facts?: ReactNode
  readonly moves: OutlineMoves
  /** Something led here: its id is the one that the address names. */
  readonly isMarked?: boolean
  /** Rows of tasks. */
  readonly children: readonly ReactNode[]
}

/** A group of an outline with its tasks. Both are dragged by their handle, or moved by the arrow keys while it has the focus. */
export function OutlineCard({
  id,
  name,
  label,
  heading,
  actions,
  facts,
  moves,
  isMarked = false,
  children,
}: OutlineCardProps): ReactNode {
  const { groups, onMove } = moves
  const drop = useDrop((dragged) => {
    if (dragged.kind === 'group' && dragged.id !== id) onMove?.({ groupId: dragged.id, beforeId: id })
    if (dragged.kind === 'task') onMove?.({ taskId: dragged.id, groupId: id, beforeId: null })
  })
  return (
    <section
      id={id}
      className={`kp-card kp-outline-card ${stateOf(drop.isOver, isMarked)}`}
      aria-label={label}
      {...drop.handlers}
    >
      <div className="kp-outline-card-head">
        {onMove && (
          <Handle name={name} drag={{ kind: 'group', id }} onStep={(by) => stepTo(onMove, moveOfGroup(groups, id, by))} />
        )}
        <h3>{heading}</h3>
        {actions}
      </div>
      {facts}
      {children.length === 0 ? <p className="kp-hint">还没有任务</p> : <ol className="kp-outline-rows">{children}</ol>}
    </section>
  )
}

export interface OutlineRowProps {
  readonly id: string
  readonly groupId: string
  readonly title: string
  /** Short facts beside each other. */
  readonly facts: ReactNode
  readonly tags?: ReactNode
  readonly actions?: ReactNode
  readonly moves: OutlineMoves
  readonly isMarked?: boolean
}

export function OutlineRow({ id, groupId, title, facts, tags, actions, moves, isMarked = false }: OutlineRowProps): ReactNode {
  const { groups, onMove } = moves
  const drop = useDrop(
    (dragged) => dragged.kind === 'task' && dragged.id !== id && onMove?.({ taskId: dragged.id, groupId, beforeId: id }),
  )
  return (
    <li id={id} className={`kp-outline-row ${stateOf(drop.isOver, isMarked)}`} {...drop.handlers}>
      {onMove && (
        <Handle name={`任务“${title}”`} drag={{ kind: 'task', id }} onStep={(by) => stepTo(onMove, moveOfTask(groups, id, by))} />
      )}
      <div className="kp-outline-text">
        <strong>{title}</strong>
        <span className="kp-outline-facts">{facts}</span>
      </div>
      {tags}
      {actions}
    </li>
  )
}

const stateOf = (isOver: boolean, isMarked: boolean) => `${isOver ? 'kp-dropping' : ''} ${isMarked ? 'kp-outline-marked' : ''}`

function stepTo(onMove: (move: OutlineMove) => void, move: OutlineMove | undefined): void {
  if (move) onMove(move)
}

const dragType = 'application/x-kaopei-outline'
interface Dragged {
  readonly kind: 'group' | 'task'
  readonly id: string
}

interface HandleProps {
  readonly name: string
  readonly drag: Dragged
  readonly onStep: (by: -1 | 1) => void
}

function Handle({ name, drag, onStep }: HandleProps): ReactNode {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <button
      type="button"
      className="kp-outline-handle"
      draggable
      aria-label={`移动${name}，按上下方向键`}
      title="拖动，或按上下方向键调整顺序"
      onKeyDown={step}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.setData(dragType, `${drag.kind} ${drag.id}`)
        event.dataTransfer.effectAllowed = 'move'
      }}
    >
      <HolderOutlined />
    </button>
  )
}

/** Takes what was dragged by a handle of this outline. */
function useDrop(take: (dragged: Dragged) => void) {
  const [isOver, setOver] = useState(false)
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        setOver(false)
        const [kind, id = ''] = event.dataTransfer.getData(dragType).split(' ')
        // A group that is dropped on a task of another is meant for that group.
        if (kind === 'task') event.stopPropagation()
        if (kind === 'task' || kind === 'group') take({ kind, id })
      },
    },
  }
}
