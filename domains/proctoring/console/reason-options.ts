import { hallReasons } from '../contract/hall-reasons.ts'
import { verdictReasons } from '../contract/verdicts/verdict-codes.ts'

interface Group {
  readonly label: string
  readonly reasons: Readonly<Record<string, string>>
}

/** The reasons of a catalogue in their groups, for a select. */
const optionsOf = (catalogue: Readonly<Record<string, Group>>) =>
  Object.entries(catalogue).map(([group, { label, reasons }]) => ({
    label,
    options: Object.entries(reasons).map(([name, text]) => ({ value: `${group}.${name}`, label: text })),
  }))

export const hallReasonOptions = optionsOf(hallReasons)
export const verdictReasonOptions = optionsOf(verdictReasons)
