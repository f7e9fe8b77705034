import type { ReactNode } from 'react'
import type { Answer } from '../../contract/answers.ts'
import type { Element } from '../../contract/definition.ts'
import { Matrix } from '../controls/matrix.tsx'
import type { FieldProps } from './field-props.ts'

type MatrixElement = Extract<Element, { kind: 'matrixSingle' | 'matrixMultiple' | 'matrixRating' }>
type Rows = Readonly<Record<string, readonly string[]>>

/** Rows of choices, or of numbers: a number's column has it as its id. */
export function MatrixField({ element, id, answer, isInvalid, onChange }: FieldProps<MatrixElement>): ReactNode {
  const chosen = rowsOf(answer)
  return (
    <Matrix
      name={id}
      isMultiple={element.kind === 'matrixMultiple'}
      rows={element.rows.map((row) => ({ id: row.id, label: row.text }))}
      columns={columnsOf(element)}
      hasShortColumns={element.kind === 'matrixRating'}
      chosen={chosen}
      missing={new Set(isInvalid ? element.rows.filter((row) => !chosen[row.id]?.length).map((row) => row.id) : [])}
      onChange={(next) => onChange(answerOf(element, next))}
    />
  )
}

function columnsOf(element: MatrixElement): { id: string; label: string }[] {
  if (element.kind !== 'matrixRating') return element.columns.map(({ id, text }) => ({ id, label: text }))
  const { steps, lowLabel, highLabel } = element
  return Array.from({ length: steps }, (_, at) => {
    const words = at === 0 ? lowLabel : at === steps - 1 ? highLabel : ''
    return { id: String(at + 1), label: words ? `${at + 1} ${words}` : String(at + 1) }
  })
}

function rowsOf(answer: Answer | undefined): Rows {
  if (typeof answer !== 'object' || !('rows' in answer)) return {}
  return Object.fromEntries(
    Object.entries(answer.rows).map(([row, value]) => [row, typeof value === 'number' ? [String(value)] : value]),
  )
}

/** Rows in which nothing is chosen are no part of it. */
function answerOf({ kind }: MatrixElement, rows: Rows): Answer | undefined {
  const given = Object.entries(rows).filter(([, columns]) => columns.length > 0)
  if (given.length === 0) return undefined
  return {
    rows: Object.fromEntries(given.map(([row, columns]) => [row, kind === 'matrixRating' ? Number(columns[0]) : [...columns]])),
  }
}
