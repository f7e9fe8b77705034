import { KeyText, QuestionHtml } from '@kaopei/question/candidate'
import { dateTime } from '@kaopei/web/candidate'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Feedback, RunItem } from '../../contract/learn-shapes.ts'
import { OwnJudgement } from './own-judgement.tsx'
import type { RunActs } from './use-run.ts'

interface FeedbackPanelProps {
  readonly item: RunItem
  readonly feedback: Feedback
  readonly acts: RunActs
}

/** What became of an answer, as far as the practice lets it be seen. */
export function FeedbackPanel({ item, feedback, acts }: FeedbackPanelProps): ReactNode {
  const { key, analysis } = feedback
  const { isNews } = acts
  const panel = useRef<HTMLElement>(null)
  // On a phone it would come below the edge of the screen.
  useEffect(() => {
    if (isNews) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isNews])
  const isToBeJudged = feedback.outcome === 'ownJudgement' && typeof feedback.score !== 'number'
  return (
    <section ref={panel} className="practice-feedback" aria-label="作答反馈">
      <Verdict feedback={feedback} />
      {(key || analysis) && (
        <dl className="practice-answers">
          {key && (
            <div>
              <dt>{key.type === 6 ? '参考答案' : '正确答案'}</dt>
              <dd>
                <KeyText view={item.view} keyOfQuestion={key} />
              </dd>
            </div>
          )}
          {analysis && (
            <div>
              <dt>解析</dt>
              <dd>
                <QuestionHtml html={analysis} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {isToBeJudged && !acts.state.run.isOver && (
        <OwnJudgement feedback={feedback} onJudge={(score) => acts.judge(item, score)} />
      )}
      <MemoryLine feedback={feedback} />
      {feedback.mayBeEasy && <TooEasy onEasy={() => acts.tooEasy(item)} />}
    </section>
  )
}

function Verdict({ feedback }: { feedback: Feedback }): ReactNode {
  const { tone, text } = verdictOf(feedback)
  return (
    <p role="status" className={`practice-verdict ${tone}`}>
      {text}
    </p>
  )
}

export function verdictOf(feedback: Feedback): { tone: 'good' | 'bad' | 'warn' | 'plain'; text: string } {
  const { outcome, isCorrect, score, maxScore } = feedback
  if (outcome === 'passedOver') return { tone: 'warn', text: feedback.text ?? '这道题不计入本轮' }
  if (feedback.isOwnJudgement && typeof score === 'number') return { tone: 'plain', text: `自评 ${score} / ${maxScore} 分` }
  if (outcome === 'ownJudgement') return { tone: 'plain', text: '请对照参考答案给自己评分' }
  if (isCorrect === undefined || isCorrect === null) return { tone: 'plain', text: feedback.text ?? '已提交' }
  if (isCorrect) return { tone: 'good', text: '✓ 回答正确' }
  if (typeof score === 'number' && score > 0) return { tone: 'warn', text: `部分正确，得 ${score} / ${maxScore} 分` }
  return { tone: 'bad', text: '✗ 回答错误' }
}

function MemoryLine({ feedback: { memory, isCorrect } }: { feedback: Feedback }): ReactNode {
  if (!memory) return null
  const parts = [
    memory.isInWrongBook && (isCorrect ? `在错题本中，已连续答对 ${memory.streak} 次` : '已加入错题本'),
    memory.dueAt !== null && `下次复习 ${dateTime(memory.dueAt).slice(0, 10)}`,
  ].filter((part) => part !== false)
  return parts.length > 0 && <p className="note">{parts.join(' · ')}</p>
}

function TooEasy({ onEasy }: { onEasy: () => Promise<void> }): ReactNode {
  const [isSaving, setSaving] = useState(false)
  const say = () => {
    setSaving(true)
    onEasy()
      .catch(() => undefined) // the client has shown why
      .finally(() => setSaving(false))
  }
  return (
    <button type="button" className="practice-easy" disabled={isSaving} onClick={say}>
      太简单，晚些再考我
    </button>
  )
}
