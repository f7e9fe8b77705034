import { protocolErrors } from '@kaopei/contract'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { findAnyExam as findExam } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Handlers, implement, type Module } from '@kaopei/server'
import { suspicion } from '../../contract/suspicion/suspicion.ts'
import { compareJob } from './compare.job.ts'
import { examPlaces, findComparison, selectLikenesses, selectPersons, selectSigns } from './comparison.sql.ts'

const nothing = { time: null, attemptCount: 0, pairCount: 0, nearCount: 0, tooSmallCount: 0, pairs: [], signs: [] }

const handlers: Handlers<typeof suspicion> = {
  get: async ({ examinationId: examId }, { db, scope, fail }) => {
    if (!(await findExam(db, examId))) return fail(protocolErrors.notFound)
    const found = await findComparison(db, examId)
    if (!found) return nothing
    const seen = { comparisonId: found.id, examId, scope }
    const pairs = await selectLikenesses(db, seen)
    const signs = await selectSigns(db, seen)
    const named = [...pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]), ...signs.flatMap(({ attemptIds }) => attemptIds)]
    const seats = new Map((await examPlaces(db, examId)).map(({ staffId, roomName, seat }) => [staffId, `${roomName} ${seat}`]))
    const people = new Map(
      (await selectPersons(db, examId, named)).map(({ staffId, ...person }) => [
        person.examinationResultId,
        { ...person, seat: seats.get(staffId) ?? null },
      ]),
    )
    const of = (attemptIds: readonly string[]) => attemptIds.flatMap((attemptId) => people.get(attemptId) ?? [])
    return {
      time: found.at,
      ...found.facts,
      pairs: pairs.flatMap(({ oneId, otherId, ...pair }) => {
        const [one, other] = of([oneId, otherId])
        return one && other ? [{ ...pair, one, other }] : []
      }),
      signs: signs.map(({ attemptIds, ...sign }) => ({ ...sign, people: of(attemptIds) })),
    }
  },

  compare: async ({ examinationId: examId }, { db, actor, fail, record }) => {
    const exam = await findExam(db, examId)
    if (!exam) return fail(protocolErrors.notFound)
    const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
    const { jobId } = await startTrackedJob(db, actor, compareJob, { examId, examName }, { conditions: { 考试: examName } })
    record({ targetId: examId, targetName: exam.name, after: { jobId } })
    return { jobId }
  },
}

export const suspicionModule: Module = { endpoints: implement(suspicion, handlers), jobs: [compareJob.job] }
