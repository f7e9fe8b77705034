import { dateTime, forgetWayBack, type PageProps, rememberWayBack, Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect } from 'react'
import { appointmentStatus } from '../contract/codes.ts'
import { partState, postPart } from '../contract/post-codes.ts'
import { type OwnPart, type OwnPost, postLearn } from '../contract/post-learn.ts'
import './evaluation.css'

/** /post-assessment/:id: one appointment with its parts, what is next and until when. */
export default function PostPage({ id, go }: PageProps): ReactNode {
  // Whoever is here has come back from the part that led away.
  useEffect(() => forgetWayBack('/post-assessment'), [])
  const load = useCallback(() => call(postLearn.get, { id }), [id])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(own) => (
          <>
            <div className="page-title">
              <h1>{own.name}</h1>
              <button type="button" onClick={() => go('/evaluations')}>
                返回
              </button>
            </div>
            <p className="note">
              {own.postName} · {appointmentStatus.label(own.status)}
              {own.startTime && ` · ${dateTime(own.startTime)} 开始`}
              {own.endTime && ` · 截止 ${dateTime(own.endTime)}`}
            </p>
            {own.purpose && <p>{own.purpose}</p>}
            <ol className="ev-steps">
              {own.parts.map((part) => (
                <Step key={part.part} own={own} part={part} go={go} />
              ))}
            </ol>
            {own.postResultId ? (
              <button type="button" className="primary" onClick={() => go(`/post-report/${own.postResultId}`)}>
                查看我的报告
              </button>
            ) : (
              <p className="note">各项都有结果后出具报告；到截止时间未参加的部分会在报告中注明。</p>
            )}
          </>
        )}
      </Show>
    </main>
  )
}

interface StepProps {
  readonly own: OwnPost
  readonly part: OwnPart
  readonly go: (path: string) => void
}

function Step({ own, part, go }: StepProps): ReactNode {
  const { name, state, limitMinutes, examId, raterId, mayEnter } = part
  const isNext = own.next === part.part
  const enter = () => {
    rememberWayBack(`/post-assessment/${own.id}`)
    go(examId === null ? `/evaluation/${raterId}` : `/exam/${examId}`)
  }
  return (
    <li className={isNext ? 'ev-card ev-step-next' : 'ev-card'}>
      <h2>
        {postPart.label(part.part)}
        <span className={state === partState.done ? 'tag good' : 'tag'}>{partState.label(state)}</span>
      </h2>
      <p className="note">
        {name} ·{' '}
        {examId === null ? '量表，按自己的情况作答' : `考试${limitMinutes === null ? '，不限时' : `，限时 ${limitMinutes} 分钟`}`}
      </p>
      {wordsOf(state) && <p className="note">{wordsOf(state)}</p>}
      {mayEnter && (
        <button type="button" className={isNext ? 'primary' : ''} onClick={enter}>
          {state === partState.begun ? `继续${postPart.label(part.part)}` : `开始${postPart.label(part.part)}`}
        </button>
      )}
    </li>
  )
}

function wordsOf(state: number): string {
  switch (state) {
    case partState.scoring:
      return '已交卷，正在判分或阅卷。'
    case partState.missed:
      return '截止前没有参加，报告中会注明。'
    case partState.withdrawn:
      return '您已退出这一项，作答已删除，报告中只注明已退出。'
    case partState.voided:
      return '这一项已作废，如有疑问请联系安排测评的人。'
    case partState.erased:
      return '保存期满或应要求，结果已删除。'
    default:
      return ''
  }
}
