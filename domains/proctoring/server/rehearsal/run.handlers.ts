import { protocolErrors } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { type ExamRow, examStatusAt, findExam, type Reach, reachesExam, reachOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement, type Module, type RawServices } from '@kaopei/server'
import { runState, startPattern } from '../../contract/rehearsal/codes.ts'
import { rehearsalErrors } from '../../contract/rehearsal/rehearsal-errors.ts'
import { rehearsal } from '../../contract/rehearsal/run.ts'
import { clearSweep } from './clear.ts'
import { gauge } from './gauge.ts'
import { hindranceAt } from './hindrance.ts'
import { rehearsalJob } from './run.job.ts'
import { askToStop, countRuns, findRun, insertRun, lockRehearsals, selectOpenRuns, selectRuns } from './run.sql.ts'
import { trialModule } from './trial.handlers.ts'
import { countCandidates } from './trial.sql.ts'
import { lengthMinutes } from './virtual/crowd.ts'

const mostOpen = 100
/** What is said before somebody has chosen how long it takes. */
const shortest = { pattern: startPattern.tenSeconds, minutes: 1 }

const handlers: Handlers<typeof rehearsal> = {
  list: async ({ examinationId, pageIndex, pageSize }, { actor, db, scope, fail }) => {
    if (!(await findReached(db, reachOf(actor, scope), examinationId))) return fail(protocolErrors.notFound)
    const rows = await selectRuns(db, examinationId, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ examId: _exam, tries: _tries, ...row }) => row)
    return { dataList, totalCount: await countRuns(db, examinationId) }
  },

  hindrance: async ({ examinationId }, { actor, db, now, scope, fail }) => {
    const exam = await findReached(db, reachOf(actor, scope), examinationId)
    if (!exam) return fail(protocolErrors.notFound)
    const candidateCount = await countCandidates(db, examinationId)
    if (!mayRehearse(exam, now)) return { message: rehearsalErrors.notPublished.text, candidateCount }
    if (await isAnyRunning(db)) return { message: rehearsalErrors.otherRuns.text, candidateCount }
    return { message: await hindranceAt(db, { now, aheadMinutes: lengthMinutes(shortest) }), candidateCount }
  },

  start: async ({ examinationId: examId, ...wish }, { actor, db, now, scope, fail, record, enqueue }) => {
    const exam = await findReached(db, reachOf(actor, scope), examId)
    if (!exam) return fail(protocolErrors.notFound)
    if (!mayRehearse(exam, now)) return fail(rehearsalErrors.notPublished)
    await lockRehearsals(db)
    if (await isAnyRunning(db)) return fail(rehearsalErrors.otherRuns)
    const text = await hindranceAt(db, { now, aheadMinutes: lengthMinutes(wish) })
    if (text !== null) return fail(rehearsalErrors.examNear, { text })
    const runId = await insertRun(db, { examId, askedBy: actor.staffId, ...wish, now })
    await enqueue(rehearsalJob, { runId }, { maxAttempts: 4 })
    const after = {
      virtualCount: wish.count,
      startPattern: startPattern.label(wish.pattern),
      thinkSeconds: wish.thinkSeconds,
      answerMinutes: wish.minutes,
    }
    record({ targetId: examId, targetName: exam.name, after })
    return { id: runId }
  },

  stop: async ({ id: runId }, { actor, db, now, scope, fail, record }) => {
    const run = await findRun(db, runId)
    const exam = run && (await findReached(db, reachOf(actor, scope), run.examId))
    if (!run || !exam) return fail(protocolErrors.notFound)
    if (!(await askToStop(db, runId, now))) return fail(rehearsalErrors.notRunning)
    record({ targetId: exam.id, targetName: exam.name })
    return {}
  },

  measure: async (_input, { actor, fail }) => (actor.confinement === null ? fail(protocolErrors.noPermission) : gauge.read()),
}

/** Published, and neither over nor cancelled; whether it goes on at this moment is asked of all exams alike. */
function mayRehearse(exam: ExamRow, now: Date): boolean {
  const status = examStatusAt(exam, now)
  return exam.publishedAt !== null && (status === examStatus.notStarted || status === examStatus.inProgress)
}

/** Exams of a purpose of their own are not rehearsed. */
async function findReached(db: Db, reach: Reach, examId: string): Promise<ExamRow | undefined> {
  const exam = await findExam(db, examId)
  return exam && (await reachesExam(db, reach, examId)) ? exam : undefined
}

async function isAnyRunning(db: Db): Promise<boolean> {
  const open = await selectOpenRuns(db, mostOpen)
  return open.some(({ state }) => state === runState.waiting || state === runState.running)
}

export const rehearsalModule: Module = {
  endpoints: [...implement(rehearsal, handlers), ...trialModule.endpoints],
  jobs: [rehearsalJob, ...(trialModule.jobs ?? [])],
  sweeps: [clearSweep],
  routes: (_app, services: RawServices) => gauge.use(services.pool),
}
