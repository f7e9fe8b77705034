import { ActionButton } from '@kaopei/web'
import type { ReactNode } from 'react'
import { type HallRow, hall } from '../../contract/hall.ts'
import { doneWords } from './done-words.ts'

interface AnswerCallsProps {
  readonly examId: string
  readonly rows: readonly HallRow[]
  /** With nobody chosen all calls are answered. */
  readonly chosen: readonly string[]
  readonly onDone: () => void
}

/** Somebody comes: the candidates who called are told so. */
export function AnswerCalls({ examId, rows, chosen, onDone }: AnswerCallsProps): ReactNode {
  const calling = rows.flatMap(({ attemptId, isOwn, call }) => (attemptId !== null && !isOwn && call !== null ? [attemptId] : []))
  const answered = chosen.length > 0 ? calling.filter((id) => chosen.includes(id)) : calling
  return (
    <ActionButton
      endpoint={hall.answerCalls}
      disabled={answered.length === 0}
      input={{ examId, attemptIds: answered }}
      successText={doneWords('已回应')}
      onDone={onDone}
    >
      回应呼叫{answered.length > 0 ? ` ${answered.length}` : ''}
    </ActionButton>
  )
}
