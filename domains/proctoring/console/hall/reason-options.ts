import { hallReasons } from '../../contract/hall-reasons.ts'

/** The reasons in their groups, for a select. */
export const reasonOptions = Object.entries(hallReasons).map(([group, { label, reasons }]) => ({
  label,
  options: Object.entries(reasons).map(([name, text]) => ({ value: `${group}.${name}`, label: text })),
}))
