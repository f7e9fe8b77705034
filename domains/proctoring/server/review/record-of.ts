import { daysByKind, recordingKind } from '@kaopei/exam/contract/recording-days'
import { selectRecordingDays } from '@kaopei/exam/server'
import type { Db, Services } from '@kaopei/server'
import { recordedEvents } from '@kaopei/sitting/server'
import type { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { ruleWords } from '../../contract/retention.ts'
import { cheatTag, composeStatus } from '../../contract/review.ts'
import { filmKey } from '../films/film-key.ts'
import { keptAppealOf } from '../retention/appeal-files.ts'
import { heldFor as heldForOf } from '../retention/hold.sql.ts'
import { findStanding, selectDeletions } from '../retention/retention.sql.ts'
import { coveragePercent, type Span } from '../rules/coverage.ts'
import { holeReason, troublesOf } from '../rules/hole-reasons.ts'
import { deletedFrom, keepingOf, kindOf } from '../rules/keeping.ts'
import { reasonsOf } from '../rules/silence.ts'
import { coverageByStream } from './coverage-of.ts'
import { evidenceUrl } from './evidence-link.ts'
import { type FilmRow, type Recording, selectDoubtful, selectFilms, selectMarks } from './recording.sql.ts'

type Stream = Pick<Recording['streams'][number], 'source' | 'kind' | 'everySeconds'>

/** The films of an attempt's sources, how much of them is there, and what is marked as a whole. */
export async function recordOf(
  db: Db,
  services: Pick<Services, 'secret'>,
  { recording, isOpen, viewerId, now }: { recording: Recording; isOpen: boolean; viewerId: string; now: Date },
) {
  const { attemptId, examId, examName, staffName, startedAt, submittedAt, streams, deletedAt, gone } = recording
  const films = await selectFilms(db, attemptId)
  const heldFor = await heldForOf(db, attemptId, now)
  const kept = await keptOf(db, { recording, isHeld: heldFor.length > 0, now })
  const marks = await selectMarks(db, attemptId)
  const { of: coverage, pieceCount, withdrawn, pauses } = (await coverageByStream(db, [recording], now))(recording)
  const end = (submittedAt ?? now).getTime()
  const events = await recordedEvents(db, [attemptId])
  const reasons = reasonsOf(events, pauses, end)
  const doubts = await selectDoubtful(db, attemptId)
  /** How much of a stream is there, and why the rest is not. */
  const healthOf = (stream: Stream) => {
    const covered = coverage(stream)
    const doubtful = doubts.filter((piece) => piece.source === stream.source && piece.kind === stream.kind)
    const troubles =
      covered.holes.length > 0
        ? [
            ...troublesOf(events, stream, { reasons, end, doubtful }),
            ...withdrawn(stream).map((span) => withdrawnWords(span, stream)),
          ]
        : []
    return {
      expectedSeconds: Math.round(covered.expectedSeconds),
      coveredSeconds: Math.floor(covered.coveredSeconds),
      coveragePercent: coveragePercent(covered),
      holes: covered.holes.map((hole) => ({
        ...{ from: new Date(hole.from), until: new Date(hole.until) },
        reason: holeReason(hole, troubles),
      })),
    }
  }
  const picturesOf = (of: z.output<typeof source.schema>) => {
    const wanted = streams.find((stream) => stream.kind === 'picture' && stream.source === of)
    if (!wanted) return null
    const { expectedSeconds, ...health } = healthOf(wanted)
    const { everySeconds } = wanted
    return { ...health, everySeconds, expectedCount: Math.ceil(expectedSeconds / everySeconds), takenCount: pieceCount(wanted) }
  }
  const filmOf = (of: z.output<typeof source.schema>) => {
    // Of what has been deleted there is nothing to wait for, and nothing to play.
    const isGone = gone.includes(kindOf({ source: of, kind: 'film' }))
    const found = isGone ? undefined : films.find((film) => film.source === of)
    const isMarked = marks.some(({ abnormalType, shotId }) => shotId === null && abnormalType === of + 3)
    return {
      composeUrl: isOpen ? filmUrl(services, { companyId: db.companyId, viewerId, ...recording }, found) : null,
      composeFrom: found?.beginsAt ?? null,
      unreadableCount: found?.unreadableCount ?? 0,
      composeStatus: found ? composeStatus.schema.parse(found.state) : null,
      doubtfulCount: found?.doubtfulCount ?? 0,
      reason: found?.reason ?? null,
      cheatTag: isMarked ? cheatTag.marked : cheatTag.none,
      isWanted: streams.some((stream) => stream.kind === 'film' && stream.source === of),
      ...healthOf({ source: of, kind: 'film', everySeconds: 0 }),
      pictures: picturesOf(of),
    }
  }
  return {
    examinationResultId: attemptId,
    examinationId: examId,
    examName,
    staffName,
    startTime: startedAt,
    endTime: submittedAt ?? now,
    deletedAt,
    ...kept,
    appealFiles: await keptAppealOf(db, { attemptId, isHeld: heldFor.length > 0, now }),
    heldFor,
    mayCut: !gone.includes(recordingKind.frame),
    certificates: (await selectDeletions(db, attemptId)).map(certificateOf),
    screen: filmOf(source.screen),
    first: filmOf(source.first),
    second: filmOf(source.second),
  }
}

const withdrawnWords = (span: Span, { kind, source: of }: Stream) => ({
  ...span,
  words: `考生撤回了${kind === 'film' ? '录像' : of === source.screen ? '截图' : '拍照'}授权`,
})

/** Null while there is none. */
function filmUrl(
  services: Pick<Services, 'secret'>,
  {
    companyId,
    viewerId,
    attemptId,
    startedAt,
  }: Pick<Recording, 'attemptId' | 'startedAt'> & { companyId: string; viewerId: string },
  film: FilmRow | undefined,
): string | null {
  if (film?.contentType == null) return null
  return evidenceUrl(services, filmKey({ companyId, attemptId, startedAt, ...film }, film.contentType), viewerId)
}

function certificateOf({ keptDays, fromResult, ...certificate }: Awaited<ReturnType<typeof selectDeletions>>[number]) {
  return { ...certificate, rule: ruleWords(keptDays, fromResult) }
}

/** Where each kind that was wanted stands; the whole stands where its first one does. */
async function keptOf(db: Db, { recording, isHeld, now }: { recording: Recording; isHeld: boolean; now: Date }) {
  const standing = await findStanding(db, recording.attemptId)
  const days = daysByKind(await selectRecordingDays(db))
  const wanted = new Set<number>(recording.streams.map((stream) => kindOf(stream)))
  if (wanted.has(recordingKind.photograph) && recording.agreed[recordingKind.checkIn] !== undefined)
    wanted.add(recordingKind.checkIn)
  const since = standing?.since ?? recording.startedAt
  const fromResult = standing?.fromResult ?? false
  const isFixed = !fromResult || standing?.hasResult === true
  const kinds = recordingKind.options
    .map(({ value }) => value)
    .filter((kind) => wanted.has(kind) || (kind === recordingKind.frame && standing?.hasFrames === true))
    .map((kind) => {
      const deletesAt = deletedFrom(since, standing?.agreed[kind] ?? days[kind], days[kind])
      const deletion = standing?.deleted.find((one) => one.kind === kind || one.kind === 0)
      const deletedAt = deletion ? new Date(deletion.at) : null
      const isDeleting = standing?.deleting.includes(kind) ?? false
      const keeping = keepingOf({ deletesAt, isHeld, isDeleting, deletedAt }, now)
      const least = Math.min(standing?.agreed[kind] ?? days[kind], days[kind])
      return { kind, days: least, rule: ruleWords(least, fromResult), deletesAt, isFixed, keeping }
    })
  const left = kinds.filter(({ keeping }) => keeping !== 'deleted').sort((a, b) => a.deletesAt.getTime() - b.deletesAt.getTime())
  const [next] = left
  return {
    kinds,
    deletedFrom: next?.deletesAt ?? recording.deletedAt ?? recording.startedAt,
    keeping: next?.keeping ?? 'deleted',
  }
}
