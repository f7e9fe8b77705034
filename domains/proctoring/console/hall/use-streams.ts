import { useCall } from '@kaopei/web'
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
