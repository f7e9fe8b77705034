import { ActionButton } from '@kaopei/web'
import type { ReactNode } from 'react'
import { type HallRow, hall } from '../../contract/hall.ts'
import { doneWords } from './done-words.ts'

interface Props {
  readonly examId: string
  readonly rows: readonly HallRow[]
  readonly chosen: readonly string[]
  readonly onDone: () => void
}

/** Somebody has dealt with the absences of the chosen: they stand first no more, until another one comes. */
export function Handled({ examId, rows, chosen, onDone }: Props): ReactNode {
  const open = rows.flatMap(({ attemptId, urgency }) =>
    attemptId !== null && urgency >= 3 && chosen.includes(attemptId) ? [attemptId] : [],
  )
  return (
    <ActionButton
      endpoint={hall.handle}
      disabled={open.length === 0}
      input={{ examId, attemptIds: open }}
      successText={doneWords('已标为处理')}
      onDone={onDone}
    >
      标为已处理
    </ActionButton>
  )
}
