import { type ReactNode, useRef } from 'react'
import type { EvaluationSheet } from '../contract/answering.ts'

interface ItemProps {
  readonly item: EvaluationSheet['items'][number]
  readonly chosen: number | null
  /** What another device has chosen, where this one has chosen something else. */
  readonly conflict: string | undefined
  /** By a pointer: arrow keys choose on their way to the option that is meant. */
  readonly onChoose: (option: number, isPointed: boolean) => void
  readonly onResolve: (choice: 'mine' | 'theirs') => void
}

export function Item({ item, chosen, conflict, onChoose, onResolve }: ItemProps): ReactNode {
  const { slot, text, options } = item
  const isPointed = useRef(false)
  return (
    <fieldset
      className="ev-item"
      onPointerDown={() => {
        isPointed.current = true
      }}
      onKeyDown={() => {
        isPointed.current = false
      }}
    >
      <legend>
        <span className="ev-number">{slot}</span>
        {text}
      </legend>
      <div className="ev-options">
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
          <label key={place} className={chosen === place ? 'ev-option ev-chosen' : 'ev-option'}>
            <input
              type="radio"
              name={`item-${slot}`}
              checked={chosen === place}
              onChange={() => onChoose(place, isPointed.current)}
            />
            <span className="ev-key" aria-hidden="true">
              {place + 1}
            </span>
            <span>{option}</span>
          </label>
        ))}
      </div>
      {conflict !== undefined && (
        <p className="problem" role="alert">
          另一台设备上选了“{conflict}”，请选择用哪一个：
          <button type="button" onClick={() => onResolve('mine')}>
            用这里的
          </button>
          <button type="button" onClick={() => onResolve('theirs')}>
            用那边的
          </button>
        </p>
      )}
    </fieldset>
  )
}
