import { type ReactNode, useId } from 'react'

interface Line {
  readonly id: string
  readonly label: string
}

interface MatrixProps {
  readonly name: string
  readonly isMultiple: boolean
  readonly rows: readonly Line[]
  readonly columns: readonly Line[]
  /** Ids of columns, by row. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
  /** Columns that are numbers stand side by side on phones too. */
  readonly hasShortColumns?: boolean
  /** Rows that still need an answer. */
  readonly missing: ReadonlySet<string>
  readonly onChange: (chosen: Readonly<Record<string, readonly string[]>>) => void
}

/**
 * Rows with the same columns to choose from. Each row is a group of its own with its name, so that a screen reader says both; on wide screens the
 * groups stand under common heads as a table, on phones each is a card.
 */
export function Matrix({
  name,
  isMultiple,
  rows,
  columns,
  chosen,
  missing,
  hasShortColumns = false,
  onChange,
}: MatrixProps): ReactNode {
  const prefix = useId()
  const tick = (row: string, column: string, isOn: boolean) => {
    const before = chosen[row] ?? []
    const next = isMultiple ? columns.map(({ id }) => id).filter((id) => (id === column ? isOn : before.includes(id))) : [column]
    onChange({ ...chosen, [row]: next })
  }
  const template = { gridTemplateColumns: `minmax(120px, 1.6fr) repeat(${columns.length}, minmax(44px, 1fr))` }
  return (
    <div className={hasShortColumns ? 'qn-matrix qn-matrix-short' : 'qn-matrix'}>
      <div className="qn-matrix-head" style={template} aria-hidden="true">
        <span />
        {columns.map(({ id, label }) => (
          <span key={id}>{label}</span>
        ))}
      </div>
      {rows.map((row) => (
        <fieldset
          key={row.id}
          className={missing.has(row.id) ? 'qn-matrix-row qn-missing' : 'qn-matrix-row'}
          style={template}
          aria-labelledby={`${prefix}-${row.id}`}
        >
          <span id={`${prefix}-${row.id}`} className="qn-matrix-name">
            {row.label}
          </span>
          {columns.map((column) => (
            <label key={column.id} className="qn-cell">
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={`${name}-${row.id}`}
                checked={chosen[row.id]?.includes(column.id) ?? false}
                onChange={({ target }) => tick(row.id, column.id, target.checked)}
              />
              <span>{column.label}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
