import type { Db } from '@kaopei/server'
import { attemptSpans } from '@kaopei/sitting/server'
import { type Coverage, coverageOf } from '../rules/coverage.ts'
import type { Recording } from './recording.sql.ts'
import { selectCovered } from './recording.sql.ts'

type Timed = Pick<Recording, 'attemptId' | 'startedAt'>

export interface Covered {
  readonly submittedAt: Date | null
  readonly pauses: readonly { readonly from: number; readonly until: number | null }[]
  readonly of: (source: number) => Coverage
}

/** Of these attempts the coverage of each source's film; of an attempt that goes on, until now. */
export async function coverageBySource(db: Db, attempts: readonly Timed[], now: Date): Promise<(attempt: Timed) => Covered> {
  const ids = attempts.map(({ attemptId }) => attemptId)
  const covered = await selectCovered(db, ids)
  const known = await attemptSpans(db, ids)
  return ({ attemptId, startedAt }) => {
    const { submittedAt = null, pauses = [] } = known.find((one) => one.attemptId === attemptId) ?? {}
    const until = (submittedAt ?? now).getTime()
    const apart = pauses.map((pause) => ({ from: pause.from, until: pause.until ?? until }))
    const spansOf = (source: number) => covered.find((one) => one.attemptId === attemptId && one.source === source)?.spans ?? []
    return { submittedAt, pauses, of: (source) => coverageOf({ from: startedAt.getTime(), until }, apart, spansOf(source)) }
  }
}
