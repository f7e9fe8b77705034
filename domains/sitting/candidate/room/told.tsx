import { Dialog } from '@kaopei/web/candidate'
import { type ReactNode, useState } from 'react'
import type { Telling } from '../../contract/shapes.ts'
import type { SittingSession } from '../session/session.ts'

const titles: Record<Telling['kind'], string> = { message: '监考人员的消息', warning: '监考人员的警告', act: '监考通知' }

/** What an invigilator said: a message waits beside the paper, a warning stands before it, both until the candidate has read it. */
export function Told({ session, tellings }: { session: SittingSession; tellings: readonly Telling[] }): ReactNode {
  const [first] = tellings
  if (!first) return null
  const { id, kind, text } = first
  const button = <Acknowledge key={id} session={session} tellingId={id} />
  if (kind === 'warning')
    return (
      <Dialog key={id} title={titles.warning} actions={button}>
        <p role="alert">{text}</p>
      </Dialog>
    )
  return (
    <section className="told" role="status" aria-label={titles[kind]}>
      <p>
        <strong>{titles[kind]}：</strong>
        {text}
      </p>
      {button}
    </section>
  )
}

function Acknowledge({ session, tellingId }: { session: SittingSession; tellingId: string }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const acknowledge = () => {
    setBusy(true)
    // the client says what went wrong
    session.acknowledge(tellingId).catch(() => setBusy(false))
  }
  return (
    <button type="button" className="primary" disabled={isBusy} onClick={acknowledge}>
      我知道了
    </button>
  )
}
