import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type LookAt, lookAt, type lookReady } from '../../contract/look.ts'
import { ExamRoom } from '../room/room.tsx'
import type { SittingSession } from '../session/session.ts'
import { openLook } from './look-session.ts'
import './look.css'

/** 以该考生身份查看: the page of the sitting as this candidate gets it. The window that opened it gives what is shown. */
export default function LookPage(_: PageProps): ReactNode {
  const given = useGiven()
  if (given === undefined) return <Waiting />
  return <Looking given={given} />
}

/** Only a window of this product is heard. */
function useGiven(): LookAt | undefined {
  const [given, setGiven] = useState<LookAt>()
  // Another window speaks by events alone.
  useEffect(() => {
    const hear = ({ origin, data }: MessageEvent) => {
      const heard = origin === location.origin ? lookAt.safeParse(data) : undefined
      if (heard?.success) setGiven(heard.data)
    }
    addEventListener('message', hear)
    const ready: Parameters<typeof lookReady.parse>[0] = { kind: 'kaopei-look-ready' }
    const opener: unknown = window.opener
    if (opener !== null) window.opener.postMessage(ready, location.origin)
    return () => removeEventListener('message', hear)
  }, [])
  return given
}

function Waiting(): ReactNode {
  const [isLate, setLate] = useState(false)
  // A window that never answers is told to the person, once.
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 5000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="page empty">
      <p role="status">{isLate ? '没有可查看的考生。请回到考试的“特殊安排”，从那里重新打开。' : '正在打开答题页…'}</p>
    </main>
  )
}

function Looking({ given }: { readonly given: LookAt }): ReactNode {
  const loaded = useLoad(
    useCallback(() => openLook(given.sheet), [given]),
    dispose,
  )
  return (
    <>
      <p className="look-note" role="note">
        <strong>以{given.sheet.candidateName}的身份查看</strong>
        {given.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <span>作答只在本页有效，不保存、不计次、不提交</span>
      </p>
      <Show loaded={loaded}>{(session) => <ExamRoom session={session} onLeave={close} />}</Show>
    </>
  )
}

const dispose = (session: SittingSession) => session.dispose()
const close = () => window.close()
