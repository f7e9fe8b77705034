/** A sitting that only looks: the page works as ever, nothing is sent, and nothing is kept, here or there. */
import type { Sheet } from '../../contract/shapes.ts'
import { Outbox } from '../outbox/outbox.ts'
import { memoryStore } from '../outbox/store.ts'
import type { Transport } from '../outbox/types.ts'
import { ExamClock } from '../session/clock.ts'
import { scheduler } from '../session/page-scheduler.ts'
import { SittingSession } from '../session/session.ts'

export async function openLook(sheet: Sheet): Promise<SittingSession> {
  const clock = new ExamClock(sheet.serverTime)
  const store = memoryStore()
  const isoNow = () => new Date(clock.now()).toISOString()
  const parts = { attemptId: sheet.attemptId, store, transport: saidHere(isoNow), scheduler: { ...scheduler, isoNow } }
  const start = { leaseEpoch: 1, hasLease: true, nextSeq: sheet.nextSeq, items: sheet.items }
  const outbox = await Outbox.open(parts, {
    ...start,
    isStored: true,
    isSameLease: false,
    isInOrder: !sheet.rules.permitSkipBack,
  })
  return new SittingSession(sheet, { outbox, clock, store, isLook: true })
}

/** What the server would answer. */
function saidHere(isoNow: () => string): Transport {
  return {
    send: (_, items) =>
      Promise.resolve({
        kind: 'answered',
        slots: items.map(({ slot, baseRev, answer }) => ({
          slot,
          status: answer === undefined ? 'noted' : 'saved',
          rev: answer === undefined ? baseRev : baseRev + 1,
          savedAt: isoNow(),
          receipt: answer === undefined ? null : 'look',
          current: null,
        })),
      }),
    sendLast: () => undefined,
  }
}
