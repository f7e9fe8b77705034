import type { OpenRoom } from '../slots.ts'
import { scheduler } from './page-scheduler.ts'
import type { SittingSession } from './session.ts'

const longMs = 2000

/** The attempt as rooms above see it. */
export function openRoomOf(session: SittingSession): OpenRoom {
  const { outbox, clock, sheet } = session
  let sendingSince: number | undefined
  const look = () => {
    if (!outbox.view.isSending) sendingSince = undefined
    else sendingSince ??= scheduler.now()
  }
  outbox.subscribe(look)
  look()
  return {
    attemptId: sheet.attemptId,
    now: () => clock.now(),
    isAnswerWaiting: () => {
      const { unsentCount, isConnectionLost, putOff } = outbox.view
      if (unsentCount === 0) return false
      return isConnectionLost || putOff !== null || (sendingSince !== undefined && scheduler.now() - sendingSince > longMs)
    },
    report: (type, facts) => session.report(type, facts),
    announce: (dialog) => session.announce(dialog),
    onLoad: (listener) => session.onLoad(listener),
  }
}
