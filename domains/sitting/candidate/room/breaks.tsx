import { clockTime, Dialog } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { type Breaks, sitting } from '../../contract/sitting.ts'
import type { SittingSession } from '../session/session.ts'

/** The breaks of whoever may take some; asked for anew when the clock stops or goes on. */
export function useBreaks(session: SittingSession, isPaused: boolean) {
  const { attemptId, comfort } = session.sheet
  const [breaks, setBreaks] = useState<Breaks | undefined>(session.isLook ? untouched(session) : undefined)
  const mayBreak = (comfort.breakCount ?? 0) > 0
  // What the server says of the attempt is the event; the answer is kept for the buttons.
  useEffect(() => {
    if (!mayBreak || session.isLook) return
    let isOver = false
    const timer = setTimeout(
      () => {
        call(sitting.breaks, { attemptId }, { silent: true }).then(
          (told) => {
            if (!isOver) setBreaks(told)
          },
          () => undefined,
        )
      },
      isPaused ? 0 : 500,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [attemptId, mayBreak, isPaused, session.isLook])
  const change = async (endpoint: typeof sitting.takeBreak | typeof sitting.endBreak) => {
    setBreaks(await call(endpoint, { attemptId }))
    await session.tell()
  }
  const { isLook } = session
  return {
    isLook,
    breaks: mayBreak ? breaks : undefined,
    take: () => change(sitting.takeBreak),
    end: () => change(sitting.endBreak),
  }
}

/** Nobody has taken one yet. */
function untouched({ sheet: { comfort, serverTime } }: SittingSession): Breaks {
  const { breakCount = 0, breakMinutes = 0 } = comfort
  return { allowedCount: breakCount, leftCount: breakCount, leftSeconds: breakMinutes * 60, until: null, serverTime }
}

type Taking = ReturnType<typeof useBreaks>

/** What is left of the breaks, and the way into one. */
export function BreakButton({ taking: { breaks, take, isLook } }: { readonly taking: Taking }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (!breaks) return null
  const isUsedUp = breaks.leftCount === 0 || breaks.leftSeconds === 0
  const minutes = Math.ceil(breaks.leftSeconds / 60)
  const begin = () => {
    setBusy(true)
    // the client says what went wrong
    take()
      .catch(() => undefined)
      .finally(() => {
        setBusy(false)
        setAsking(false)
      })
  }
  return (
    <>
      <button type="button" className="plain" disabled={isUsedUp || isLook} onClick={() => setAsking(true)}>
        {isUsedUp ? '休息已用完' : `休息（剩 ${breaks.leftCount} 次）`}
      </button>
      {isAsking && (
        <Dialog
          title="开始休息"
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" onClick={() => setAsking(false)}>
                继续作答
              </button>
              <button type="button" className="primary" disabled={isBusy} onClick={begin}>
                {isBusy ? '正在停表…' : '开始休息'}
              </button>
            </>
          }
        >
          <p>
            休息时停止计时，不能作答；还可休息 {breaks.leftCount} 次，共 {minutes} 分钟，时长用完后自动继续。
          </p>
        </Dialog>
      )}
    </>
  )
}

/** While the break goes on. */
export function OnBreak({
  until,
  end,
  children,
}: {
  readonly until: string
  readonly end: () => Promise<void>
  readonly children: ReactNode
}): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const finish = () => {
    setBusy(true)
    end()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title="正在休息"
      actions={
        <button type="button" className="primary" disabled={isBusy} onClick={finish}>
          {isBusy ? '正在恢复…' : '结束休息，继续作答'}
        </button>
      }
    >
      <p>已停止计时。最晚 {clockTime(until)} 自动继续，请提前回到座位。</p>
      {children}
    </Dialog>
  )
}
