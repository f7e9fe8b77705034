import type { Db } from '@kaopei/server'
import { attemptSpans, noteServerEvent, type RecordedEvent } from '@kaopei/sitting/server'
import { selectFaults, selectToldFaults } from '../pieces/own-faults.sql.ts'
import { happenedAt } from '../rules/happened-at.ts'
import { excusedIn, excusedOf, excusedType } from '../rules/own-fault.ts'

/** What was missing through us is on record as that, beside what the client told. Answers which attempts have more of it than before. */
export async function excuse(
  db: Db,
  recorded: ReadonlyMap<string, readonly RecordedEvent[]>,
  now: Date,
): Promise<readonly string[]> {
  const claiming = [...recorded].filter(([, events]) => events.some(({ type }) => type.startsWith('capture')))
  if (claiming.length === 0) return []
  const ids = claiming.map(([attemptId]) => attemptId)
  const spans = new Map((await attemptSpans(db, ids)).map((span) => [span.attemptId, span]))
  const endOf = (attemptId: string) => (spans.get(attemptId)?.submittedAt ?? now).getTime()
  const times = claiming.flatMap(([attemptId, events]) => [endOf(attemptId), ...events.map(happenedAt)])
  const first = times.reduce((least, time) => Math.min(least, time))
  const last = times.reduce((most, time) => Math.max(most, time))
  const told = await selectToldFaults(db, ids)
  const ofAll = await selectFaults(db, { from: new Date(first - hourMs), until: new Date(last + hourMs) })
  const excused: string[] = []
  for (const [attemptId, events] of claiming) {
    const pauses = spans.get(attemptId)?.pauses ?? []
    const end = endOf(attemptId)
    const known = excusedIn(events)
    const fresh = excusedOf(events, {
      faults: [...ofAll, ...(told.get(attemptId) ?? [])],
      end,
      pauses: pauses.map((pause) => ({ from: pause.from, until: pause.until ?? end })),
    }).filter(({ eventId }) => !known.has(eventId))
    for (const { eventId, because } of fresh)
      await noteServerEvent(db, { attemptId, type: excusedType, now, data: { eventId, because } })
    if (fresh.length > 0) excused.push(attemptId)
  }
  return excused
}

/** Wider than any margin. */
const hourMs = 3_600_000
