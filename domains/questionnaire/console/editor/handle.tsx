import { HolderOutlined } from '@ant-design/icons'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type ElementKind, elementKindLabels } from '../../contract/definition.ts'

/** What is dragged: an element, a page, or a kind from the palette that becomes a new element. */
export type Dragged =
  | { readonly kind: 'element' | 'page'; readonly id: string }
  | { readonly kind: 'new'; readonly element: ElementKind }

const dragType = 'application/x-kaopei-questionnaire'
const isElementKind = (text: string): text is ElementKind => Object.hasOwn(elementKindLabels, text)

export function beginDrag(event: DragEvent, dragged: Dragged): void {
  event.stopPropagation()
  event.dataTransfer.setData(dragType, dragged.kind === 'new' ? `new ${dragged.element}` : `${dragged.kind} ${dragged.id}`)
  event.dataTransfer.effectAllowed = 'move'
}

function draggedIn(event: DragEvent): Dragged | undefined {
  const [kind, what = ''] = event.dataTransfer.getData(dragType).split(' ')
  if (kind === 'new') return isElementKind(what) ? { kind, element: what } : undefined
  return kind === 'element' || kind === 'page' ? { kind, id: what } : undefined
}

interface HandleProps {
  readonly name: string
  readonly drag: Dragged
  readonly onStep: (by: -1 | 1) => void
}

/** Dragged by the mouse, or moved by the arrow keys while it has the focus. */
export function Handle({ name, drag, onStep }: HandleProps): ReactNode {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <button
      type="button"
      className="kp-qn-handle"
      draggable
      aria-label={`移动${name}，按上下方向键`}
      title="拖动，或按上下方向键调整顺序"
      onKeyDown={step}
      onDragStart={(event) => beginDrag(event, drag)}
    >
      <HolderOutlined />
    </button>
  )
}

/** Of what something is dropped on: its upper half, or its lower one. */
export type Side = 'before' | 'after'

/** Takes what was dragged within this editor. */
export function useDrop(take: (dragged: Dragged, side: Side) => void) {
  const [over, setOver] = useState<Side>()
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(sideOf(event))
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // From one part of it to another nothing is left.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(undefined)
      },
      onDrop: (event: DragEvent) => {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(undefined)
        const dragged = draggedIn(event)
        if (dragged) take(dragged, sideOf(event))
      },
    },
  }
}

function sideOf({ clientY, currentTarget }: DragEvent): Side {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2 ? 'after' : 'before'
}
