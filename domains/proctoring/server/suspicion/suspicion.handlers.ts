import { protocolErrors } from '@kaopei/contract'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { reachOf } from '@kaopei/exam/server'
import { isUnderWay, startTrackedJob } from '@kaopei/jobs/server'
import { type Db, type Handlers, implement, type Module } from '@kaopei/server'
import { satSessions } from '@kaopei/sitting/server'
import { rateWords, suspicion, suspicionErrors } from '../../contract/suspicion/suspicion.ts'
import { findReachedExam } from '../review/reached-exam.ts'
import { compareJob } from './compare.job.ts'
import {
  countSigns,
  examPlaces,
  findComparison,
  hasSat,
  lockComparing,
  selectLikenesses,
  selectPersons,
  selectSigns,
} from './comparison.sql.ts'
import { mostPairs } from './like-pairs.ts'
import { seatWords } from './seat-words.ts'
import { plainAddress } from './session-signs.ts'
import { saveSharedRanges, selectSharedRanges } from './shared-ranges.sql.ts'

const nothing = {
  ...{ time: null, attemptCount: 0, pairCount: 0, nearCount: 0, tooSmallCount: 0 },
  ...{ likeCount: 0, keptCount: mostPairs, pairs: [] },
}

/** Who these attempts are of, with their seats and addresses. */
async function peopleOf(db: Db, examId: string, attemptIds: readonly string[]) {
  if (attemptIds.length === 0) return () => []
  const seats = new Map((await examPlaces(db, examId)).map(({ staffId, roomName, seat }) => [staffId, seatWords(roomName, seat)]))
  const sessions = await satSessions(db, examId)
  const addresses = new Map(sessions.toReversed().map(({ attemptId, ip }) => [attemptId, plainAddress(ip)]))
  const people = new Map(
    (await selectPersons(db, examId, attemptIds)).map(({ staffId, ...person }) => [
      person.examinationResultId,
      { ...person, seat: seats.get(staffId) ?? null, address: addresses.get(person.examinationResultId) ?? null },
    ]),
  )
  return (some: readonly string[]) => some.flatMap((attemptId) => people.get(attemptId) ?? [])
}

const handlers: Handlers<typeof suspicion> = {
  get: async ({ examinationId: examId }, { actor, db, scope, fail }) => {
    const reach = reachOf(actor, scope)
    if (!(await findReachedExam(db, reach, examId))) return fail(protocolErrors.notFound)
    const found = await findComparison(db, examId)
    const isOwnLeftOut = await hasSat(db, examId, actor.staffId)
    if (!found) return { ...nothing, isOwnLeftOut }
    const pairs = await selectLikenesses(db, { comparisonId: found.id, examId, reach, viewerId: actor.staffId })
    const of = await peopleOf(
      db,
      examId,
      pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]),
    )
    const { rates: _rates, sessionCount: _count, likeCount = pairs.length, ...facts } = found.facts
    return {
      ...{ time: found.at, isOwnLeftOut },
      ...{ ...facts, likeCount, keptCount: mostPairs },
      pairs: pairs.flatMap(({ oneId, otherId, ...pair }) => {
        const [one, other] = of([oneId, otherId])
        return one && other ? [{ ...pair, one, other }] : []
      }),
    }
  },

  signs: async ({ examinationId: examId, pageIndex, pageSize, kind }, { actor, db, scope, fail }) => {
    const reach = reachOf(actor, scope)
    if (!(await findReachedExam(db, reach, examId))) return fail(protocolErrors.notFound)
    const found = await findComparison(db, examId)
    if (!found) return { dataList: [], totalCount: 0, counts: [] }
    const seen = { comparisonId: found.id, examId, reach, viewerId: actor.staffId }
    const signs = await selectSigns(db, seen, { kind, offset: (pageIndex - 1) * pageSize, limit: pageSize })
    const of = await peopleOf(
      db,
      examId,
      signs.flatMap(({ attemptIds }) => attemptIds),
    )
    const { rates = {}, sessionCount = 0 } = found.facts
    const counts = await countSigns(db, seen)
    const asked = counts.filter((one) => kind === undefined || one.kind === kind)
    return {
      dataList: signs.map(({ attemptIds, ...sign }) => ({
        ...sign,
        people: of(attemptIds),
        baseRate: rateWords(rates[sign.kind] ?? attemptIds.length, sessionCount),
      })),
      totalCount: asked.reduce((sum, one) => sum + one.count, 0),
      counts,
    }
  },

  getShared: async (_input, { db }) => selectSharedRanges(db),

  saveShared: async ({ ranges, version }, { db, record, fail }) => {
    const before = await selectSharedRanges(db)
    if (!(await saveSharedRanges(db, { ranges, version }))) return fail(suspicionErrors.rangesMoved)
    record({ targetId: db.companyId, targetName: '共用的网络地址', before: { ranges: before.ranges }, after: { ranges } })
    return selectSharedRanges(db)
  },

  compare: async ({ examinationId: examId }, { db, actor, scope, fail, record }) => {
    const exam = await findReachedExam(db, reachOf(actor, scope), examId)
    if (!exam) return fail(protocolErrors.notFound)
    await lockComparing(db, examId)
    if (await isUnderWay(db, compareJob, { examId })) return fail(suspicionErrors.underWay)
    const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
    const { jobId } = await startTrackedJob(db, actor, compareJob, { examId, examName }, { conditions: { 考试: examName } })
    record({ targetId: examId, targetName: exam.name, after: { jobId } })
    return { jobId }
  },
}

export const suspicionModule: Module = { endpoints: implement(suspicion, handlers), jobs: [compareJob.job] }
