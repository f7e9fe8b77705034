import { whenShown } from '../when-opened.tsx'
import type { DayRange } from './report-fields.ts'

export interface RangeFieldProps {
  readonly value: DayRange | undefined
  readonly onChange: (range?: DayRange) => void
}

/** The range of days that a report is asked for. */
export const RangeField = whenShown<RangeFieldProps>(() => import('./range-field-canvas.tsx'))
