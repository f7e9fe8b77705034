import { cut } from '@kaopei/contract'
import { ToneTag } from '@kaopei/web'
import { Button } from 'antd'
import { memo, type ReactNode } from 'react'
import { type Element, elementKindLabels } from '../../contract/definition.ts'
import { Faults } from './faults.tsx'
import { type Dragged, Handle, type Side, useDrop } from './handle.tsx'
import type { Editing } from './use-edited.ts'

interface CardProps {
  readonly element: Element
  /** Of a question among the questions. */
  readonly number: number | null
  /** Its condition in words. */
  readonly condition: string
  /** What is wrong with it, a line each. */
  readonly faults: string
  readonly isFixed: boolean
  readonly isOpen: boolean
  readonly editing: Editing
  readonly onDropped: (dragged: Dragged, side: Side, id: string) => void
  /** Its settings, while it is open. */
  readonly children: ReactNode
}

/** One element in the list: what it asks, when it shows, what is wrong with it. Drawn again only when something of it changes. */
export const ElementCard = memo(function ElementCard(props: CardProps): ReactNode {
  const { element, number, condition, faults, isFixed, isOpen, editing, onDropped, children } = props
  const { id, kind, title, isRequired } = element
  const name = number === null ? `“${title || elementKindLabels[kind]}”` : `第 ${number} 题`
  const drop = useDrop((dragged, side) => onDropped(dragged, side, id))
  const className = [
    'kp-qn-element',
    isOpen && 'kp-qn-open',
    drop.over && `kp-qn-dropping-${drop.over}`,
    faults && 'kp-qn-faulty',
  ]
  return (
    <li className={className.filter(Boolean).join(' ')} id={`element-${id}`} {...drop.handlers}>
      <div className="kp-qn-element-head">
        {!isFixed && <Handle name={name} drag={{ kind: 'element', id }} onStep={(by) => editing.step(id, by)} />}
        <button
          type="button"
          className="kp-qn-element-title"
          aria-expanded={isOpen}
          onClick={() => editing.open(isOpen ? undefined : id)}
        >
          <span className="kp-qn-number">{number === null ? '' : `${number}.`}</span>
          <span className="kp-qn-words">
            {title || <em>{kind === 'note' ? cut(element.note, 60) || '图文说明' : '（没有题目）'}</em>}
          </span>
        </button>
        {isRequired && <ToneTag tone="info">必答</ToneTag>}
        <ToneTag tone="neutral">{elementKindLabels[kind]}</ToneTag>
        {!isFixed && (
          <>
            <Button type="link" size="small" aria-label={`复制${name}`} onClick={() => editing.copy(id)}>
              复制
            </Button>
            <Button type="link" size="small" danger aria-label={`删除${name}`} onClick={() => editing.remove(id)}>
              删除
            </Button>
          </>
        )}
      </div>
      {condition && !isOpen && <p className="kp-hint kp-qn-condition">显示条件：{condition}</p>}
      <Faults lines={faults} />
      {children}
    </li>
  )
})
