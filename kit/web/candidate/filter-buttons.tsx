import type { ReactNode } from 'react'
import './pages.css'

interface FilterButtonsProps<Key extends string> {
  /** What the list is filtered by. */
  readonly label: string
  readonly filters: readonly { readonly key: Key; readonly label: string }[]
  readonly chosen: Key
  readonly onChange: (key: Key) => void
}

/** A row of buttons, one of which is pressed: which part of a list is shown. */
export function FilterButtons<Key extends string>({ label, filters, chosen, onChange }: FilterButtonsProps<Key>): ReactNode {
  return (
    <fieldset className="filter-buttons" aria-label={label}>
      {filters.map((filter) => (
        <button
          key={filter.key}
          type="button"
          aria-pressed={filter.key === chosen}
          onClick={() => filter.key !== chosen && onChange(filter.key)}
        >
          {filter.label}
        </button>
      ))}
    </fieldset>
  )
}
