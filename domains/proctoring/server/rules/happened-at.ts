import type { RecordedEvent } from '@kaopei/sitting/server'

/** As of pieces: clocks agree so far. */
const aheadMs = 2000

/**
 * When a client's event happened, in milliseconds of the server's clock: by the client's time, as far as that can be. Nothing happens after it is heard of, so a
 * clock that is ahead, or said to be, moves nothing out of sight.
 */
export function happenedAt({ clientAt, at }: Pick<RecordedEvent, 'clientAt' | 'at'>): number {
  const isPossible = clientAt !== null && clientAt.getTime() <= at.getTime() + aheadMs
  return (isPossible ? clientAt : at).getTime()
}
