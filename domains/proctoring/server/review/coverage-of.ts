import { consentState } from '@kaopei/exam/contract/capture-consent'
import { type ConsentSpan, consentSpans } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { attemptSpans } from '@kaopei/sitting/server'
import type { source } from '../../contract/capture.ts'
import { captureKindOf } from '../pieces/agreed.ts'
import { type Coverage, coverageOf, type Span } from '../rules/coverage.ts'
import type { Recording } from './recording.sql.ts'
import { selectCovered } from './recording.sql.ts'

type Timed = Pick<Recording, 'attemptId' | 'examId' | 'staffId' | 'startedAt'>
type Source = (typeof source.options)[number]['value']

export interface Covered {
  readonly submittedAt: Date | null
  readonly pauses: readonly { readonly from: number; readonly until: number | null }[]
  readonly of: (source: Source) => Coverage
  /** While its candidate had taken their consent to its film back, and nobody had exempted them yet. */
  readonly withdrawn: (source: Source) => Span[]
}

/** Of these attempts the coverage of each source's film; of an attempt that goes on, until now. */
export async function coverageBySource(db: Db, attempts: readonly Timed[], now: Date): Promise<(attempt: Timed) => Covered> {
  const ids = attempts.map(({ attemptId }) => attemptId)
  const covered = await selectCovered(db, ids)
  const known = await attemptSpans(db, ids)
  const consents = await consentsOf(db, attempts)
  return (attempt) => {
    const { attemptId, startedAt } = attempt
    const { submittedAt = null, pauses = [] } = known.find((one) => one.attemptId === attemptId) ?? {}
    const until = (submittedAt ?? now).getTime()
    const closed = (span: { readonly from: number; readonly until: number | null }) => ({
      from: span.from,
      until: span.until ?? until,
    })
    const standing = (of: Source, states: readonly number[]) =>
      consents(attempt)
        .filter(({ kind, state }) => kind === captureKindOf({ source: of, kind: 'film' }) && states.includes(state))
        .map(closed)
    const spansOf = (of: Source) => covered.find((one) => one.attemptId === attemptId && one.source === of)?.spans ?? []
    return {
      ...{ submittedAt, pauses },
      of: (of) => {
        const apart = [...pauses.map(closed), ...standing(of, [consentState.exempted])]
        return coverageOf({ from: startedAt.getTime(), until }, apart, spansOf(of))
      },
      withdrawn: (of) => standing(of, [consentState.refused, consentState.withdrawn]),
    }
  }
}

/** What each of them said to being recorded, and from when to when. */
async function consentsOf(db: Db, attempts: readonly Timed[]): Promise<(attempt: Timed) => readonly ConsentSpan[]> {
  const byExam = new Map<string, Map<string, ConsentSpan[]>>()
  for (const [examId, own] of Map.groupBy(attempts, (attempt) => attempt.examId)) {
    const spans = await consentSpans(
      db,
      examId,
      own.map(({ staffId }) => staffId),
    )
    byExam.set(
      examId,
      Map.groupBy(spans, ({ staffId }) => staffId),
    )
  }
  return ({ examId, staffId }) => byExam.get(examId)?.get(staffId) ?? []
}
