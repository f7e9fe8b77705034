import { useCall } from '@kaopei/web'
import type { HallRow } from '../../contract/hall.ts'
import { byUrgency, lostUrgency } from '../../contract/hall-order.ts'
import { type HallStream, hallStreams } from '../../contract/hall-streams.ts'

export interface Streams {
  /** 0 (at rest) to 10; undefined: not known yet. */
  readonly load: number | undefined
  /** By attempt; of one that is under way and not in it nothing is known yet. */
  readonly of: ReadonlyMap<string, readonly HallStream[]>
}

const polled = { refetchInterval: 15_000, timeoutMs: 10_000, keepPrevious: true } as const

/** What is recorded of the candidates on the screen. */
export function useStreams(examId: string, attemptIds: readonly string[]): Streams {
  const { data } = useCall(hallStreams.states, { examId, attemptIds: attemptIds.toSorted() }, polled)
  return { load: data?.load, of: new Map(data?.dataList.map(({ attemptId, streams }) => [attemptId, streams])) }
}

/** Everybody of the hall, with those of whom a recording has stopped among the incidents: they may be on any page. */
export function useInterrupted(examId: string, rows: readonly HallRow[]): readonly HallRow[] {
  const { data } = useCall(hallStreams.interrupted, { examId }, { ...polled, refetchInterval: 30_000 })
  const interrupted = new Set(data?.attemptIds)
  if (interrupted.size === 0) return rows
  const isRaised = ({ attemptId, isUnderWay, urgency }: HallRow) =>
    isUnderWay && urgency < lostUrgency && attemptId !== null && interrupted.has(attemptId)
  return rows.map((row) => (isRaised(row) ? { ...row, urgency: lostUrgency } : row)).sort(byUrgency)
}
