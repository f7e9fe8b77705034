import { type Answer, blankAnswer, isBlank } from '@kaopei/question/contract/answer'
import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Conflict, OutboxView } from './outbox-types.ts'
import type { PictureUpload } from './picture-uploads.ts'
import { QuestionHtml } from './question-html.tsx'
import { QuestionInputs } from './question-inputs.tsx'
import { AnswerText } from './result-answer.tsx'
import { stuckWords } from './save-status.ts'
import type { PicturesOfAnswer } from './short-answer-input.tsx'
import type { SittingSession } from './sitting-session.ts'

/** One question with its flag, its fields, and what became of the answer. */
export function QuestionCard({
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
  const mayClear = state.answer !== null && !isBlank(state.answer) && !isLocked && state.conflict === null
  return (
    <article className="question" id={`question-${index + 1}`} aria-label={`第 ${index + 1} 题`}>
      <header>
        <h2>
          <span className="number">{index + 1}</span>
          {questionTypeLabels[view.type]}
          <span className="points">{maxScore} 分</span>
        </h2>
        <button type="button" className="plain" disabled={!mayClear} onClick={() => onAnswer(blankAnswer(view.type), false)}>
          清除
        </button>
        <button
          type="button"
          className={state.isFlagged ? 'flag on' : 'flag'}
          aria-pressed={state.isFlagged}
          disabled={isLocked}
          onClick={() => session.outbox.flag(slot, !state.isFlagged)}
        >
          {state.isFlagged ? '已标记' : '标记'}
        </button>
      </header>
      {state.conflict ? (
        <Choice conflict={state.conflict} view={view} onChoose={(which) => session.outbox.resolve(slot, which)} />
      ) : (
        <QuestionInputs
          number={index + 1}
          view={view}
          answer={state.answer}
          isLocked={isLocked}
          onAnswer={onAnswer}
          pictures={view.type === 6 ? pictures : undefined}
        />
      )}
      {state.isStuck && (
        <p className="warn-text stuck-note" role="alert">
          {stuckWords}
        </p>
      )}
    </article>
  )
}

function picturesOf({ pictures }: SittingSession, slot: number, uploads: readonly PictureUpload[]): PicturesOfAnswer {
  return {
    uploads: uploads.filter((upload) => upload.slot === slot),
    add: (files) => pictures.add(slot, files),
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
  view: SittingSession['sheet']['items'][number]['view']
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
