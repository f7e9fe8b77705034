import type { SheetSource } from './magic.ts'
import type { SheetFailureReason } from './sheet-failure.ts'
import type { SheetLimits } from './sheet-limits.ts'
import type { SheetInfo, SheetRow } from './sheet-row.ts'

/** What the worker is started with. */
export type XlsTask = { source: SheetSource | Uint8Array; sheetName: string | undefined; limits: SheetLimits }

/** What the worker answers, one message for each `'next'` it is sent after the info. */
export type XlsMessage =
  | { kind: 'info'; info: SheetInfo; merges: string[] }
  | { kind: 'rows'; rows: SheetRow[]; isLast: boolean }
  | { kind: 'failure'; reason: SheetFailureReason; detail: string }
