/** Compares who sat an exam, in the background: answers pair by pair, and sessions. */
import { type Tracked, trackedJob } from '@kaopei/jobs/server'
import { databaseNow, Pace } from '@kaopei/server'
import { type ComparableAnswer, comparableAnswers, type SatSession, satSessions } from '@kaopei/sitting/server'
import { z } from 'zod'
import { answerKey } from './answer-key.ts'
import { examPlaces, insertComparison, insertLikenesses, insertSigns, type Place } from './comparison.sql.ts'
import { type AnswerSheet, comparePairs, leastAttempts } from './like-pairs.ts'
import { sessionSigns } from './session-signs.ts'

const payload = z.object({ examId: z.string(), examName: z.string() })

export const compareJob = trackedJob({
  kind: 'examComparison',
  title: ({ examName }) => `比对答卷：${examName}`,
  payload,
  run: compare,
})

async function compare({ examId }: z.output<typeof payload>, tracked: Tracked): Promise<void> {
  const { answers, sessions, places } = await tracked.transaction(async (db) => ({
    answers: await comparableAnswers(db, examId),
    sessions: await satSessions(db, examId),
    places: await examPlaces(db, examId),
  }))
  const sheets = sheetsOf(answers)
  const compared = sheets.length < leastAttempts ? [] : sheets
  tracked.setTotal(compared.length)
  const near = nearness(compared, sessions, places)
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
  const signs = sessionSigns(sessions).map((sign, index) => ({ ...sign, number: index + 1 }))
  await tracked.transaction(async (db) => {
    const facts = { attemptCount: sheets.length, ...counts }
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

/** Why two are near each other: one room, one address, one browser. */
function nearness(sheets: readonly AnswerSheet[], sessions: readonly SatSession[], places: readonly Place[]) {
  const rooms = new Map(places.map(({ staffId, roomId }) => [staffId, roomId]))
  const byAttempt = Map.groupBy(sessions, ({ attemptId }) => attemptId)
  const facts = sheets.map(({ attemptId, staffId }) => {
    const own = byAttempt.get(attemptId) ?? []
    const different = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null && value !== ''))
    const [addresses, browsers] = [different(own.map(({ ip }) => ip)), different(own.map(({ device }) => device))]
    return { room: rooms.get(staffId) ?? null, addresses, browsers }
  })
  return (one: number, other: number): string[] => {
    const [first, second] = [facts[one], facts[other]]
    if (!first || !second) return []
    return [
      ...(first.room !== null && first.room === second.room ? ['同一考场'] : []),
      ...(haveCommon(first.addresses, second.addresses) ? ['同一网络地址'] : []),
      ...(haveCommon(first.browsers, second.browsers) ? ['同一浏览器'] : []),
    ]
  }
}

function haveCommon(one: ReadonlySet<string | null>, other: ReadonlySet<string | null>): boolean {
  return [...one].some((value) => other.has(value))
}
