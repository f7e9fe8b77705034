import { attemptStateLabels, isUnderWay, lostContactMs, stateOf } from '@kaopei/sitting/server'
import type { z } from 'zod'
import type { contact, hall } from '../../contract/hall.ts'
import { lostUrgency } from '../../contract/hall-order.ts'
import type { WatchedRow } from './hall.sql.ts'

type Row = z.input<typeof hall.watch.output>['dataList'][number]
type Contact = z.input<typeof contact>

const second = 1000
const longLostMs = 120 * second
const reopenMs = 30 * 60 * second

/** Somebody who has just begun has not been heard of yet, and is there. */
export function contactOf(heardAt: Date | null, now: Date): Contact {
  if (heardAt === null) return 'none'
  const silentMs = now.getTime() - heardAt.getTime()
  if (silentMs <= lostContactMs) return 'online'
  return silentMs <= longLostMs ? 'lost' : 'longLost'
}

export function hallRowOf(row: WatchedRow, { now, viewerId }: { now: Date; viewerId: string }): Row {
  const state = stateOf(row.state)
  const isOpen = isUnderWay(state)
  const reached = isOpen ? contactOf(row.heardAt ?? row.startedAt, now) : 'none'
  // Whoever has handed in waits for nobody any more.
  const call = isOpen && row.callText !== null && row.callAt !== null ? { text: row.callText, time: row.callAt } : null
  return {
    staffId: row.staffId,
    name: row.name,
    department: row.department,
    roomName: row.roomName,
    seat: row.seat,
    attemptId: row.attemptId,
    state: stopWordsOf(row) ?? attemptStateLabels[state],
    isUnderWay: isOpen,
    isOwn: row.staffId === viewerId,
    mayPause: state === 'in_progress',
    mayResume: row.stoppedBy.includes('act'),
    mayReopen: state === 'forced_submitted' && row.submittedAt !== null && now.getTime() - row.submittedAt.getTime() <= reopenMs,
    dueTime: row.dueAt,
    contact: reached,
    lastContactTime: row.heardAt,
    absences: row.absences,
    awaySeconds: Math.round(row.awayMs / second),
    unreadCount: row.unread,
    call,
    urgency: isOpen ? urgencyOf({ row, hasCall: call !== null, reached }) : 0,
  }
}

/** Whoever watches ends the pauses of acts alone: what else stops somebody's clock is said instead. */
function stopWordsOf({ stoppedBy }: WatchedRow): string | undefined {
  if (stoppedBy.includes('act')) return undefined
  if (stoppedBy.includes('incident')) return '事件停表'
  return stoppedBy.includes('break') ? '休息中' : undefined
}

function urgencyOf({ row, hasCall, reached }: { row: WatchedRow; hasCall: boolean; reached: Contact }): number {
  if (row.isOverLimit && !row.isHandled) return 4
  if (row.absences > 0 && !row.isHandled) return 3
  if (hasCall) return 2
  // While the clock stands still nobody has to be heard of.
  return reached === 'online' || row.stoppedBy.length > 0 ? 0 : lostUrgency
}
