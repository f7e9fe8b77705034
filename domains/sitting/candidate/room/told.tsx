import { clockTime, Dialog } from '@kaopei/web/candidate'
import { type ReactNode, useState } from 'react'
import type { Telling } from '../../contract/shapes.ts'
import type { SittingSession } from '../session/session.ts'

const titles: Record<Telling['kind'], string> = { message: '监考人员的消息', warning: '监考人员的警告', act: '监考通知' }

/**
 * What an invigilator said, until the candidate has read it: a warning stands before the paper, whatever else is unread. The rest waits beside it, all of it with
 * its time: a stop alone would still say that the clock stands when it goes on.
 */
export function Told({ session, tellings }: { session: SittingSession; tellings: readonly Telling[] }): ReactNode {
  const warning = tellings.find(({ kind }) => kind === 'warning')
  const others = tellings.filter(({ kind }) => kind !== 'warning')
  const button = (of: readonly Telling[]) => (
    <Acknowledge key={of.map(({ id }) => id).join()} session={session} tellingIds={of.map(({ id }) => id)} />
  )
  return (
    <>
      {warning && (
        <Dialog key={warning.id} title={titles.warning} actions={button([warning])}>
          <p role="alert">{warning.text}</p>
        </Dialog>
      )}
      {others.length > 0 && (
        <section className="told" role="status" aria-label={titles.act}>
          <ul>
            {others.map(({ id, kind, text, at }) => (
              <li key={id}>
                <time dateTime={at}>{clockTime(at)}</time> <strong>{titles[kind]}：</strong>
                {text}
              </li>
            ))}
          </ul>
          {button(others)}
        </section>
      )}
    </>
  )
}

function Acknowledge({ session, tellingIds }: { session: SittingSession; tellingIds: readonly string[] }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const acknowledge = () => {
    setBusy(true)
    // the client says what went wrong
    Promise.all(tellingIds.map((id) => session.acknowledge(id))).catch(() => setBusy(false))
  }
  return (
    <button type="button" className="primary" disabled={isBusy} onClick={acknowledge}>
      我知道了
    </button>
  )
}
