import type { OpenedQuestionnaire } from '../contract/learn.ts'
import type { KeptSheet } from './kept/sheets.ts'

export interface SheetPageProps {
  readonly opened: OpenedQuestionnaire
  readonly kept: KeptSheet | undefined
  /** With what the server's answer said at the end. */
  readonly onDone: (endText: string) => void
  readonly onAgain: () => void
}
