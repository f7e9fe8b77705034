import { AnswerText, type PicturesOfAnswer, type PictureUpload, QuestionCard, QuestionHtml } from '@kaopei/question/candidate'
import type { Answer } from '@kaopei/question/contract/answer'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { SheetItem } from '../../contract/shapes.ts'
import type { Conflict, OutboxView } from '../outbox/types.ts'
import type { SittingSession } from '../session/session.ts'
import { stuckWords } from './save-status.ts'

/** One question of the sitting: what is written goes into the outbox, and what the outbox has to say stands below. */
export function SittingQuestion({
  session,
  outbox,
  index,
  isLocked,
}: {
  session: SittingSession
  outbox: OutboxView
  index: number
  isLocked: boolean
}): ReactNode {
  const item = session.sheet.items[index]
  const slot = item?.slot ?? 0
  const state = outbox.slots.get(slot)
  const uploads = useStore(session.pictures.view)
  const pictures = useMemo(() => picturesOf(session, slot, uploads), [session, slot, uploads])
  const onAnswer = useCallback(
    (answer: Answer, isTyping: boolean) => session.outbox.write(slot, answer, { isTyping }),
    [session, slot],
  )
  if (!item || !state) return null
  const { view, maxScore } = item
  const { answer, conflict, isFlagged, isStuck } = state
  const choice = conflict && <Choice conflict={conflict} view={view} onChoose={(which) => session.outbox.resolve(slot, which)} />
  return (
    <QuestionCard
      number={index + 1}
      view={view}
      points={maxScore}
      answer={answer}
      isLocked={isLocked}
      onAnswer={onAnswer}
      flag={{ isOn: isFlagged, onChange: (isOn) => session.outbox.flag(slot, isOn) }}
      pictures={pictures}
      instead={choice}
    >
      {isStuck && (
        <p className="warn-text stuck-note" role="alert">
          {stuckWords}
        </p>
      )}
    </QuestionCard>
  )
}

function picturesOf({ pictures, isLook }: SittingSession, slot: number, uploads: readonly PictureUpload[]): PicturesOfAnswer {
  return {
    uploads: uploads.filter((upload) => upload.slot === slot),
    add: (files) => {
      if (!isLook) pictures.add(slot, files)
    },
    retry: (key) => pictures.retry(key),
    remove: (key) => pictures.remove(key),
    beginChoice: () => pictures.beginChoice(),
    endChoice: () => pictures.endChoice(),
  }
}

function Choice({
  conflict,
  view,
  onChoose,
}: {
  conflict: Conflict
  view: SheetItem['view']
  onChoose: (which: 'mine' | 'theirs') => void
}): ReactNode {
  return (
    <section className="conflict-choice" aria-label="两份作答">
      <QuestionHtml html={view.stem.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '____')} />
      <p className="warn-text" role="alert">
        这道题在另一处也作答过，两份都已保留。请选择以哪一份为准：
      </p>
      <div className="both">
        <div>
          <h3>本机的作答</h3>
          <AnswerText view={view} answer={conflict.mine} />
          <button type="button" className="primary" onClick={() => onChoose('mine')}>
            使用本机的作答
          </button>
        </div>
        <div>
          <h3>服务器上的作答</h3>
          <AnswerText view={view} answer={conflict.theirs} />
          <button type="button" onClick={() => onChoose('theirs')}>
            使用服务器上的作答
          </button>
        </div>
      </div>
    </section>
  )
}
