import { Input } from 'antd'
import type { DateControlProps } from '../date-controls.tsx'
import { whenShown } from '../when-opened.tsx'

// Calendars are big and stand in forms, most of which are drawers: they come with the first of them.

const coming = <Input disabled aria-label="正在加载" />

/** A day as the wire has it: yyyy-MM-dd. */
export const DateInput = whenShown<DateControlProps<string>>(
  () => import('../date-controls.tsx').then(({ DateControl }) => ({ default: DateControl })),
  coming,
)
/** An instant as the wire has it (ISO-8601 UTC), shown in local time to the minute. */
export const InstantInput = whenShown<DateControlProps<string>>(
  () => import('../date-controls.tsx').then(({ InstantControl }) => ({ default: InstantControl })),
  coming,
)
/** Two instants, first and last. */
export const InstantRangeInput = whenShown<DateControlProps<readonly [string, string]>>(
  () => import('../date-controls.tsx').then(({ InstantRangeControl }) => ({ default: InstantRangeControl })),
  coming,
)
