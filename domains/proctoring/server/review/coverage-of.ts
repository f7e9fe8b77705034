import { consentState } from '@kaopei/exam/contract/capture-consent'
import { cameraLeaves, consentSpans, mayCapture } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { attemptSpans } from '@kaopei/sitting/server'
import { captureKindOf } from '../pieces/agreed.ts'
import type { Wanted } from '../pieces/wanted.ts'
import { type Coverage, coverageOf, type Span } from '../rules/coverage.ts'
import type { Recording } from './recording.sql.ts'
import { selectCovered } from './recording.sql.ts'

type Timed = Pick<Recording, 'attemptId' | 'examId' | 'staffId' | 'startedAt'>
type Stream = Pick<Wanted, 'source' | 'kind' | 'everySeconds'>

export interface Covered {
  readonly submittedAt: Date | null
  readonly pauses: readonly { readonly from: number; readonly until: number | null }[]
  readonly of: (stream: Stream) => Coverage
  /** How many pieces of it there are whose times can be. */
  readonly pieceCount: (stream: Stream) => number
  /** While its candidate had taken their consent to it back, and nobody had exempted them yet. */
  readonly withdrawn: (stream: Stream) => Span[]
}

/** Of these attempts the coverage of each stream; of an attempt that goes on, until now. */
export async function coverageByStream(db: Db, attempts: readonly Timed[], now: Date): Promise<(attempt: Timed) => Covered> {
  const ids = attempts.map(({ attemptId }) => attemptId)
  const covered = await selectCovered(db, ids)
  const known = await attemptSpans(db, ids)
  const consents = await byPerson(attempts, (examId, staffIds) => consentSpans(db, examId, staffIds))
  const leaves = await byPerson(attempts, (examId, staffIds) => cameraLeaves(db, examId, staffIds))
  return (attempt) => {
    const { attemptId, startedAt } = attempt
    const { submittedAt = null, pauses = [] } = known.find((one) => one.attemptId === attemptId) ?? {}
    const until = (submittedAt ?? now).getTime()
    const closed = (span: { readonly from: number; readonly until: number | null }) => ({
      from: span.from,
      until: span.until ?? until,
    })
    const standing = (stream: Stream, states: readonly number[]) =>
      consents(attempt)
        .filter(({ kind, state }) => kind === captureKindOf(stream) && states.includes(state))
        .map(closed)
    const arranged = (stream: Stream) =>
      mayCapture(captureKindOf(stream), { isWithoutCamera: true }) ? [] : leaves(attempt).map(closed)
    const found = (stream: Stream) =>
      covered.find((one) => one.attemptId === attemptId && one.source === stream.source && one.kind === stream.kind)
    return {
      ...{ submittedAt, pauses },
      of: (stream) => {
        const apart = [...pauses.map(closed), ...standing(stream, [consentState.exempted]), ...arranged(stream)]
        return coverageOf({ from: startedAt.getTime(), until }, apart, found(stream)?.spans ?? [], leastHoleMsOf(stream))
      },
      pieceCount: (stream) => found(stream)?.pieceCount ?? 0,
      withdrawn: (stream) => standing(stream, [consentState.refused, consentState.withdrawn]),
    }
  }
}

/** A picture that comes a little late is there: it is missing once half as much time again has passed. */
function leastHoleMsOf({ kind, everySeconds }: Stream): number | undefined {
  return kind === 'picture' ? everySeconds * 500 : undefined
}

/** What is known of the people of these attempts, asked once for each exam. */
async function byPerson<Row extends { readonly staffId: string }>(
  attempts: readonly Timed[],
  ask: (examId: string, staffIds: readonly string[]) => Promise<readonly Row[]>,
): Promise<(attempt: Timed) => readonly Row[]> {
  const byExam = new Map<string, Map<string, Row[]>>()
  for (const [examId, own] of Map.groupBy(attempts, (attempt) => attempt.examId)) {
    const rows = await ask(
      examId,
      own.map(({ staffId }) => staffId),
    )
    byExam.set(
      examId,
      Map.groupBy(rows, ({ staffId }) => staffId),
    )
  }
  return ({ examId, staffId }) => byExam.get(examId)?.get(staffId) ?? []
}
