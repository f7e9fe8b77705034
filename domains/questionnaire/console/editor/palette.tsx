import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type ElementKind, elementKindLabels } from '../../contract/definition.ts'
import { beginDrag } from './handle.tsx'
import { kindGroups } from './new-element.ts'

/** The kinds of elements: dragged to their place, or added behind the open one by a click. */
export function Palette({ onAdd }: { readonly onAdd: (kind: ElementKind) => void }): ReactNode {
  return (
    <aside className="kp-card kp-qn-palette" aria-label="题型">
      {kindGroups.map(({ title, kinds }) => (
        <div key={title}>
          <h3>{title}</h3>
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="small"
              draggable
              aria-label={`添加${elementKindLabels[kind]}`}
              title="点击添加，或拖到要放的位置"
              onDragStart={(event) => beginDrag(event, { kind: 'new', element: kind })}
              onClick={() => onAdd(kind)}
            >
              {elementKindLabels[kind]}
            </Button>
          ))}
        </div>
      ))}
    </aside>
  )
}
