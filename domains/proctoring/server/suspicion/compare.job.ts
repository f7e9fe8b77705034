/** Compares who sat an exam, in the background: answers pair by pair, and sessions. */
import { examKind } from '@kaopei/exam/server'
import { type Tracked, trackedJob } from '@kaopei/jobs/server'
import { type Db, databaseNow, Pace } from '@kaopei/server'
import { answerTimes, type ComparableAnswer, comparableAnswers, satSessions } from '@kaopei/sitting/server'
import { neighboursOf } from '@kaopei/venue/server'
import { z } from 'zod'
import { answerKey } from './answer-key.ts'
import { examPlaces, examRanges, insertComparison, insertLikenesses, insertSigns } from './comparison.sql.ts'
import type { TimedAttempt } from './faster-than-reading.ts'
import { type AnswerSheet, comparePairs, leastAttempts } from './like-pairs.ts'
import { nearness } from './near.ts'
import { questionLengths } from './question-lengths.ts'
import { sessionSigns, signRates } from './session-signs.ts'
import { selectSharedRanges } from './shared-ranges.sql.ts'

const payload = z.object({ examId: z.string(), examName: z.string() })

export const compareJob = trackedJob({
  kind: 'examComparison',
  title: ({ examName }) => `比对答卷：${examName}`,
  payload,
  run: compare,
})

async function compare({ examId }: z.output<typeof payload>, tracked: Tracked): Promise<void> {
  const { answers, sessions, places, rooms, timed, ...given } = await tracked.transaction(async (db) => ({
    answers: await comparableAnswers(db, examId),
    sessions: await satSessions(db, examId),
    places: await examPlaces(db, examId),
    rooms: await examRanges(db, examId),
    neighbours: await neighboursOf(db, { kind: examKind, id: examId }),
    sharedRanges: (await selectSharedRanges(db)).ranges,
    timed: await timedAttempts(db, examId),
  }))
  const sheets = sheetsOf(answers)
  const compared = sheets.length < leastAttempts ? [] : sheets
  tracked.setTotal(compared.length)
  const near = nearness(compared, { ...given, sessions, places })
  const pace = new Pace()
  let done = 0
  const breathe = async () => {
    if (tracked.isCancelled()) throw new Error('cancelled while comparing')
    if (tracked.isStopping()) throw new Error('the worker is stopping; the comparison begins again elsewhere')
    done += 1
    tracked.progress(done)
    await pace.breathe()
  }
  const nearOf = (one: number, other: number) => near(one, other).length > 0
  const { pairs, ...counts } = await comparePairs(compared, { nearOf, breathe })
  const named = pairs.map(({ one, other, ...pair }) => ({
    ...pair,
    one: compared[one]?.attemptId ?? '',
    other: compared[other]?.attemptId ?? '',
    because: near(one, other),
  }))
  const signs = sessionSigns(sessions, { ...given, places, rooms, timed: timedOf(timed, answers) }).map((sign, index) => ({
    ...sign,
    number: index + 1,
  }))
  const sessionCount = new Set(sessions.map(({ attemptId }) => attemptId)).size
  await tracked.transaction(async (db) => {
    const facts = { attemptCount: sheets.length, ...counts, sessionCount, rates: signRates(signs) }
    const comparisonId = await insertComparison(db, { examId, askedBy: tracked.requestedBy, facts, now: databaseNow() })
    await insertLikenesses(db, comparisonId, named)
    await insertSigns(db, comparisonId, signs)
    await tracked.finish({ result: { pairs: named.length, signs: signs.length } }, db)
  })
}

function sheetsOf(answers: readonly ComparableAnswer[]): AnswerSheet[] {
  return [...Map.groupBy(answers, ({ attemptId }) => attemptId)].map(([attemptId, own]) => ({
    attemptId,
    staffId: own[0]?.staffId ?? '',
    answers: new Map(own.map(({ versionId, answer, isCorrect }) => [versionId, { key: answerKey(answer), isRight: isCorrect }])),
  }))
}

/** When answers were saved, and how long their questions are. */
async function timedAttempts(db: Db, examId: string) {
  const times = await answerTimes(db, examId)
  return { times, lengths: await questionLengths(db, [...new Set(times.map(({ versionId }) => versionId))]) }
}

function timedOf(
  { times, lengths }: Awaited<ReturnType<typeof timedAttempts>>,
  answers: readonly ComparableAnswer[],
): TimedAttempt[] {
  const begun = new Map(answers.map(({ attemptId, startedAt }) => [attemptId, startedAt]))
  return [...Map.groupBy(times, ({ attemptId }) => attemptId)].flatMap(([attemptId, own]) => {
    const startedAt = begun.get(attemptId)
    if (!startedAt) return []
    const saved = own.map(({ savedAt, versionId, isCorrect }) => ({
      savedAt,
      characters: lengths.get(versionId) ?? 0,
      isRight: isCorrect,
    }))
    return [{ attemptId, startedAt, answers: saved }]
  })
}
