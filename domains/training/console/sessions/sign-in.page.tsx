import type { OutputOf } from '@kaopei/contract'
import { EmptyState, ErrorState, FullScreen, formatInstant, PageSkeleton, useCall } from '@kaopei/web'
import { QRCode } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { projectSession } from '../../contract/session.ts'
import { sessionPath } from '../paths.ts'
import { CountsLine } from './attendance-list.tsx'
import './sign-in.css'

type Shown = OutputOf<typeof projectSession.qr>

/** How often the count is asked for; the code changes when the server says so. */
const askEveryMs = 3000

/** What the screen in the room shows: a code that changes every 15 s, how many are there, who came last. */
export default function SignInPage(): ReactNode {
  const task = useSearchParams()[0].get('task')
  return task === null ? <EmptyState text="请从线下课的签到页打开" /> : <SignInScreen task={task} />
}

function SignInScreen({ task }: { readonly task: string }): ReactNode {
  const navigate = useNavigate()
  const about = useCall(projectSession.get, { task })
  const asked = useCall(
    projectSession.qr,
    { task },
    { refetchInterval: (data) => Math.min(askEveryMs, (data?.nextInMs ?? askEveryMs) + 100) },
  )
  const isValid = useValidity(asked.data)
  return (
    <FullScreen title={about.data?.title ?? '扫码签到'} leave={() => void navigate(sessionPath(task))} leaveText="返回名单">
      {asked.data ? (
        <div className="kp-sign-in">
          <Code shown={asked.data} isValid={isValid} hasFailed={asked.error !== null} />
          <aside className="kp-sign-in-side">
            {about.data && (
              <p>
                {formatInstant(about.data.beginTime)} 至 {formatInstant(about.data.endTime)}
                <br />
                {about.data.place}
              </p>
            )}
            <p className="kp-sign-in-count">
              <strong>{asked.data.counts.present + asked.data.counts.late}</strong> / {asked.data.counts.expected}
            </p>
            <CountsLine counts={asked.data.counts} />
            <ul aria-label="最近签到">
              {asked.data.latest.map(({ name, at, isLate }) => (
                <li key={`${name} ${at}`}>
                  {name} {formatInstant(at).slice(11)} {isLate && '迟到'}
                </li>
              ))}
            </ul>
          </aside>
        </div>
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={asked.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </FullScreen>
  )
}

interface CodeProps {
  readonly shown: Shown
  readonly isValid: boolean
  readonly hasFailed: boolean
}

/** As large as the screen lets it be: on a phone that stands in for one, too. */
const square = { width: 'min(480px, 70vh, 80vw)', height: 'min(480px, 70vh, 80vw)' }

/** A code that nobody would be let in with is not shown. */
function Code({ shown, isValid, hasFailed }: CodeProps): ReactNode {
  const url = new URL(shown.url, window.location.origin).href
  return (
    <section className="kp-sign-in-code" aria-label="签到二维码">
      <div role="img" aria-label={isValid ? '签到二维码，请用手机扫描' : '二维码已失效'}>
        {isValid ? (
          <div aria-hidden="true">
            <QRCode value={url} errorLevel="M" size={480} type="svg" bgColor="#ffffff" color="#000000" style={square} />
          </div>
        ) : (
          <p className="kp-sign-in-lost">二维码已失效</p>
        )}
      </div>
      <p role="status">{wordsOf(isValid, hasFailed)}</p>
    </section>
  )
}

function wordsOf(isValid: boolean, hasFailed: boolean): string {
  if (!isValid) return '网络中断，二维码已失效，正在重新连接。签到不便时可在名单中登记。'
  if (hasFailed) return '网络不稳定，正在重新连接，当前二维码仍可使用。'
  return '请用手机扫码签到，二维码每 15 秒更换，截图转发无效。'
}

/** Whether the code on the screen is still accepted, by a clock of the page that nobody can set. */
function useValidity(shown: Shown | undefined): boolean {
  const [isValid, setValid] = useState(true)
  // A timer is what this is: the code dies by itself when no newer one comes.
  useEffect(() => {
    if (!shown) return
    setValid(true)
    const timer = setTimeout(() => setValid(false), shown.validForMs)
    return () => clearTimeout(timer)
  }, [shown])
  return isValid
}
