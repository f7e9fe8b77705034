import { type PageProps, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { attendanceState } from '../contract/codes.ts'
import { ownSession } from '../contract/session.ts'
import { deviceSecret } from './device.ts'
import { SessionFacts } from './session-task.tsx'
import './training.css'

/** Where the code on the screen of a session leads: whoever opens it is signed in at once, or told why not. */
export default function SignInPage({ id: taskId, go }: PageProps): ReactNode {
  const [code] = useState(() => new URLSearchParams(location.search).get('t'))
  return (
    <main className="page narrow learn">
      <div className="page-title">
        <h1>线下课签到</h1>
        <button type="button" onClick={() => go('/training')}>
          我的培训
        </button>
      </div>
      {code === null ? (
        <section className="panel" aria-label="签到结果">
          <p role="status">二维码每 15 秒更换一次，请重新扫描会场屏幕上的二维码签到。</p>
        </section>
      ) : (
        <SignIn taskId={taskId} code={code} go={go} />
      )}
    </main>
  )
}

interface SignInProps {
  readonly taskId: string
  readonly code: string
  readonly go: (path: string) => void
}

function SignIn({ taskId, code, go }: SignInProps): ReactNode {
  const sign = useCallback(
    () => call(ownSession.signIn, { task: taskId, code, device: deviceSecret() }, { silent: true }),
    [taskId, code],
  )
  const { data: session, hasFailed, refusal, reload } = useLoad(sign)
  if (session) {
    const isLate = session.attendance === attendanceState.late
    return (
      <section className="panel" aria-label="签到结果">
        <p role="status" className={isLate ? 'training-result late' : 'training-result good'}>
          {isLate ? '签到成功（迟到）' : '签到成功'}
        </p>
        <h2>{session.title}</h2>
        <SessionFacts session={session} />
        <div className="actions">
          <button type="button" className="primary" onClick={() => go(`/training/${session.projectId}`)}>
            查看培训项目
          </button>
        </div>
      </section>
    )
  }
  if (!hasFailed)
    return (
      <p role="status" aria-busy="true">
        正在签到…
      </p>
    )
  return (
    <section className="panel" aria-label="签到结果">
      <p role="alert" className="training-result bad">
        没有签到成功
      </p>
      <p>{refusal ?? '网络不通，没有签到。请检查网络后重试；超过 30 秒请重新扫描屏幕上的二维码。'}</p>
      {refusal === undefined && (
        <div className="actions">
          <button type="button" className="primary" onClick={reload}>
            重试
          </button>
        </div>
      )}
    </section>
  )
}
