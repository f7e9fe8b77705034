import type { Db, Services } from '@kaopei/server'
import type { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { deletedFrom, ruleWords } from '../../contract/retention.ts'
import { cheatTag, composeStatus } from '../../contract/review.ts'
import { filmKey } from '../films/film-key.ts'
import { openHolds } from '../retention/hold.sql.ts'
import { findDeletion } from '../retention/retention.sql.ts'
import { coveragePercent } from '../rules/coverage.ts'
import { keepingOf } from '../rules/keeping.ts'
import { coverageBySource } from './coverage-of.ts'
import { evidenceUrl } from './evidence-link.ts'
import { type FilmRow, type Recording, selectFilms, selectMarks } from './recording.sql.ts'

/** The films of an attempt's sources, how much of them is there, and what is marked as a whole. */
export async function recordOf(
  db: Db,
  services: Pick<Services, 'secret'>,
  { recording, isOpen, viewerId, now }: { recording: Recording; isOpen: boolean; viewerId: string; now: Date },
) {
  const { attemptId, examId, examName, staffName, startedAt, submittedAt, streams, deletedAt } = recording
  const films = await selectFilms(db, attemptId)
  const heldFor = await openHolds(db, attemptId)
  const deletion = deletedAt === null ? undefined : await findDeletion(db, attemptId)
  const deletesAt = deletedFrom(startedAt)
  const marks = await selectMarks(db, attemptId)
  const { of: coverage } = (await coverageBySource(db, [recording], now))(recording)
  const filmOf = (of: z.output<typeof source.schema>) => {
    const found = films.find((film) => film.source === of)
    const covered = coverage(of)
    const isMarked = marks.some(({ abnormalType, shotId }) => shotId === null && abnormalType === of + 3)
    return {
      composeUrl:
        isOpen && deletedAt === null ? filmUrl(services, { companyId: db.companyId, viewerId, ...recording }, found) : null,
      composeFrom: found?.beginsAt ?? null,
      unreadableCount: found?.unreadableCount ?? 0,
      composeStatus: found ? composeStatus.schema.parse(found.state) : null,
      reason: found?.reason ?? null,
      cheatTag: isMarked ? cheatTag.marked : cheatTag.none,
      isWanted: streams.some((stream) => stream.kind === 'film' && stream.source === of),
      expectedSeconds: Math.round(covered.expectedSeconds),
      coveredSeconds: Math.floor(covered.coveredSeconds),
      coveragePercent: coveragePercent(covered),
      holes: covered.holes.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) })),
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
    deletedFrom: deletesAt,
    keeping: keepingOf({ deletesAt, isHeld: heldFor.length > 0, deletedAt }, now),
    heldFor,
    certificate: deletion ? certificateOf(deletion) : null,
    screen: filmOf(source.screen),
    first: filmOf(source.first),
    second: filmOf(source.second),
  }
}

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

type Deletion = NonNullable<Awaited<ReturnType<typeof findDeletion>>>

function certificateOf({ keptDays, ...certificate }: Deletion) {
  return { ...certificate, rule: ruleWords(keptDays) }
}
