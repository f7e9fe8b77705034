import { clockTime, Dialog } from '@kaopei/web/candidate'
import { type ReactNode, useState } from 'react'
import type { Telling } from '../../contract/shapes.ts'
import type { SittingSession } from '../session/session.ts'

const titles: Record<Telling['kind'], string> = { message: '监考人员的消息', warning: '监考人员的警告', act: '监考通知' }

interface ToldProps {
  readonly session: SittingSession
  readonly tellings: readonly Telling[]
}

/** A warning that is unread stands before the paper, whatever else is. */
export function Warned({ session, tellings }: ToldProps): ReactNode {
  const warning = tellings.find(({ kind }) => kind === 'warning')
  return (
    warning && (
      <Dialog key={warning.id} title={titles.warning} actions={<Acknowledge session={session} tellings={[warning]} />}>
        <p role="alert">{warning.text}</p>
      </Dialog>
    )
  )
}

/**
 * What else an invigilator said, until the candidate has read it, all of it with its time: a stop alone would still say that the clock stands when it
 * goes on.
 */
export function Told({ session, tellings }: ToldProps): ReactNode {
  const others = tellings.filter(({ kind }) => kind !== 'warning')
  if (others.length === 0) return null
  return (
    <section className="told" role="status" aria-label={titles.act}>
      <Lines tellings={others} />
      <Acknowledge key={others.map(({ id }) => id).join()} session={session} tellings={others} />
    </section>
  )
}

function Lines({ tellings }: Pick<ToldProps, 'tellings'>): ReactNode {
  return (
    <ul>
      {tellings.map(({ id, kind, text, at }) => (
        <li key={id}>
          <time dateTime={at}>{clockTime(at)}</time> <strong>{titles[kind]}：</strong>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** The paper was taken in by somebody else: why, before the result. Without network it is read all the same, and stays unread for the hall. */
export function TakenIn({ session, tellings, onLeave }: ToldProps & { readonly onLeave: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void Promise.allSettled(tellings.map(({ id }) => session.acknowledge(id))).then(onLeave)
  }
  return (
    <Dialog
      title="试卷已由监考人员收回"
      actions={
        <button type="button" className="primary" disabled={isBusy} onClick={leave}>
          我知道了
        </button>
      }
    >
      <Lines tellings={tellings} />
      <p>已保存的答案都已提交。</p>
    </Dialog>
  )
}

function Acknowledge({ session, tellings }: ToldProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const acknowledge = () => {
    setBusy(true)
    // the client says what went wrong
    Promise.all(tellings.map(({ id }) => session.acknowledge(id))).catch(() => setBusy(false))
  }
  return (
    <button type="button" className="primary" disabled={isBusy} onClick={acknowledge}>
      我知道了
    </button>
  )
}
