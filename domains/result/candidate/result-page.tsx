import { AnswerText, InlineHtml, KeyText, letterOf, QuestionHtml } from '@kaopei/question/candidate'
import { questionTypeLabels } from '@kaopei/question/contract/question-type'
import { dateTime, duration, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect } from 'react'
import { ownResult, type ResultItem, type SittingResult } from '../contract/own-result.ts'
import { resultParts } from './slots.ts'
import './result.css'

/** Taken in and opened again: it goes on. */
const isOpenAgain = ({ state }: SittingResult) => state === 'in_progress' || state === 'paused'
const stillMoving = new Set(['in_progress', 'paused', 'submitting', 'submitted', 'timeout_submitted', 'forced_submitted'])
const causeLabels: Record<string, string> = {
  manual: '主动交卷',
  timeUp: '到时自动交卷',
  timeout: '到时由系统交卷',
  limit: '离开考试窗口过多，自动交卷',
  force: '监考人员收卷',
}

/** What the exam lets its candidate see, and why the rest is not there. */
export function ResultPage({ id: attemptId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(ownResult.result, { attemptId }), [attemptId])
  const loaded = useLoad(load)
  const isMoving = loaded.data !== undefined && stillMoving.has(loaded.data.state)
  const { reload } = loaded
  // Scoring takes a moment after the hand-in; looking again is cheaper than asking the candidate to.
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [isMoving, reload])
  return (
    <main className="page">
      <Show loaded={loaded}>
        {(result) => (
          <>
            <div className="page-title">
              <h1>
                {result.examName}
                {result.isSimulation && <span className="tag">模拟</span>}
              </h1>
              <div className="actions">
                <button type="button" onClick={() => go(`/receipts/${attemptId}`)}>
                  提交凭证
                </button>
                <button type="button" onClick={() => go('/')}>
                  返回我的考试
                </button>
              </div>
            </div>
            {isOpenAgain(result) && (
              <section className="panel open-again" role="status">
                <p>考试还没有结束，可以继续作答；剩余时间以答题页的倒计时为准。</p>
                <button type="button" className="primary" onClick={() => go('/')}>
                  去继续作答
                </button>
              </section>
            )}
            <Summary result={result} />
            {resultParts.parts().map((Part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: filled once, at the start
              <Part key={index} attemptId={attemptId} go={go} />
            ))}
            {result.hidden.length > 0 && <Hidden hidden={result.hidden} />}
            {result.items?.map((item, index) => (
              <ItemResult key={item.slot} item={item} number={index + 1} />
            ))}
          </>
        )}
      </Show>
    </main>
  )
}

function Summary({ result }: { result: SittingResult }): ReactNode {
  const { score, isPassed, submittedAt } = result
  const isScored = score !== undefined
  return (
    <section className="panel result-summary" aria-label="成绩概要">
      <div className={isPassed === undefined ? 'score' : isPassed ? 'score passed' : 'score failed'}>
        {isScored ? (
          <>
            <strong>{score}</strong>
            <span>/ {result.totalScore} 分</span>
            {isPassed !== undefined && <em>{isPassed ? '合格' : '不合格'}</em>}
          </>
        ) : (
          <>
            <strong className="words">{withoutScore(result)}</strong>
            <span>满分 {result.totalScore} 分</span>
          </>
        )}
      </div>
      <dl className="facts">
        <Fact name="考生" value={result.candidateName} />
        <Fact name="交卷时间" value={dateTime(submittedAt)} />
        <Fact name="用时" value={submittedAt === null ? '-' : duration(Date.parse(submittedAt) - Date.parse(result.startedAt))} />
        <Fact name="已作答" value={`${result.answeredCount} / ${result.itemCount} 题`} />
        <Fact name="交卷方式" value={causeLabels[result.submitCause ?? ''] ?? '-'} />
        {result.forcedReason !== null && <Fact name="收卷原因" value={result.forcedReason} />}
        {result.passScore !== undefined && <Fact name="及格分" value={`${result.passScore} 分`} />}
      </dl>
    </section>
  )
}

/** What stands where the score would be. */
function withoutScore(result: SittingResult): string {
  const { state, hidden } = result
  if (isOpenAgain(result)) return '尚未交卷'
  if (state === 'voided') return '已作废'
  if (stillMoving.has(state)) return '判分中'
  const reason = hidden.find(({ aspect }) => aspect === 'marks')?.reason
  return reason === '阅卷中' ? reason : '成绩暂不公开'
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Hidden({ hidden }: { hidden: SittingResult['hidden'] }): ReactNode {
  return (
    <ul className="hidden-aspects" aria-label="暂不可见的内容">
      {hidden.map(({ aspect, label, reason }) => (
        <li key={aspect}>
          <strong>{label}</strong>
          {reason}
        </li>
      ))}
    </ul>
  )
}

function ItemResult({ item, number }: { item: ResultItem; number: number }): ReactNode {
  const { view, isCorrect, score } = item
  const verdict = isCorrect === undefined ? '' : isCorrect === null ? '待阅卷' : isCorrect ? '正确' : score ? '部分正确' : '错误'
  const tone = isCorrect ? 'good' : verdict === '错误' ? 'bad' : 'warn'
  return (
    <article className="question result" aria-label={`第 ${number} 题`}>
      <header>
        <h2>
          <span className="number">{number}</span>
          {questionTypeLabels[view.type]}
          <span className="points">{typeof score === 'number' ? `${score} / ${item.maxScore} 分` : `${item.maxScore} 分`}</span>
        </h2>
        {verdict !== '' && <span className={`verdict ${tone}`}>{verdict}</span>}
      </header>
      <QuestionHtml html={view.stem.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '____')} />
      {(view.type === 1 || view.type === 2 || view.type === 3) && (
        <ul className="options">
          {view.options.map(({ id, html }, index) => (
            <li key={id}>
              <span className="letter">{letterOf(index)}</span>
              <InlineHtml html={html} />
            </li>
          ))}
        </ul>
      )}
      <dl className="answers">
        <div>
          <dt>我的作答</dt>
          <dd>
            <AnswerText view={view} answer={item.answer} />
          </dd>
        </div>
        {item.key && (
          <div>
            <dt>正确答案</dt>
            <dd>
              <KeyText keyOfQuestion={item.key} view={view} />
            </dd>
          </div>
        )}
        {item.comment && (
          <div>
            <dt>评语</dt>
            <dd>{item.comment}</dd>
          </div>
        )}
        {item.analysis && (
          <div>
            <dt>答案解析</dt>
            <dd>
              <QuestionHtml html={item.analysis} />
            </dd>
          </div>
        )}
      </dl>
    </article>
  )
}
