import type { PackageState } from '@kaopei/courseware/contract/package-messages'
import { type PackagePart, packagePart } from '@kaopei/courseware/server'
import type { Db } from '@kaopei/server'
import { enrolmentState } from '../../contract/codes.ts'
import type { CommitInput, PackageStanding } from '../../contract/package.ts'
import { isPartDone, judgedState } from '../../contract/package-standing.ts'
import { taskDone } from '../../contract/task-done.ts'
import { spendSeat } from '../bought/seats.ts'
import { inCompanyOf } from '../in-company.ts'
import type { TaskRow } from '../outline/outline.sql.ts'
import { findLicence, insertEvents, touchEnrolment } from './course-facts.sql.ts'
import { deriveEnrolment, type Learning } from './derive.ts'
import { type PartPlace, type PartState, updateVisit, type Visit, writePartState } from './package.sql.ts'
import type { MediaRow } from './standing.sql.ts'

interface Asking {
  readonly learning: Learning | undefined
  readonly task: TaskRow | undefined
  readonly courseId: string
  readonly staffId: string
  readonly now: Date
}

/** What a report of playing is refused for, in the same order. */
export async function refusalOf(db: Db, { learning, task, courseId, staffId, now }: Asking) {
  if (learning && learning.enrolment.state !== enrolmentState.learns) return 'notEnrolled'
  if (!learning || !task) return 'gone'
  const licence = await findLicence(db, courseId, staffId, now)
  if (licence && !licence.isValid) return 'licenceOver'
  return licence && !licence.hasSeat ? 'noSeat' : undefined
}

/** Read where the package is: of a bought course in its seller's company, after its licence was looked at. */
export function partRulesOf(db: Db, { targetCompanyId }: TaskRow, { versionId }: MediaRow, part: number) {
  return inCompanyOf(db, targetCompanyId ?? db.companyId, () => packagePart(db, versionId, part))
}

export function standingOfPart({ learner, media }: Learning, taskId: string, totalSeconds: number): PackageStanding {
  const { isComplete = false, percent = 0 } = learner.tasks.get(taskId)?.own ?? {}
  const partsDone = media.find((one) => one.taskId === taskId)?.partsDone ?? []
  return { partsDone: [...partsDone], totalSeconds, percent, isComplete }
}

interface Committed {
  readonly place: PartPlace
  readonly visit: Visit
  readonly kept: PartState | undefined
  readonly rules: PackagePart
  readonly learning: Learning
  readonly media: MediaRow
  readonly task: TaskRow
  readonly now: Date
}

/** Keeps the state, counts the session's time once, completes the task with its last part. Answers the part's seconds in all. */
export async function keepCommit(db: Db, committed: Committed, input: CommitInput): Promise<number> {
  const { place, visit, kept, rules, media, now } = committed
  const { session: sessionId, seq, isFinished } = input
  const state = judgedState(rules, stateTold(input, kept), isFinished)
  const room = Math.max(0, Math.floor((now.getTime() - visit.begunAt.getTime()) / 1000))
  const seconds = Math.max(visit.seconds, Math.min(input.sessionSeconds, room))
  const totalSeconds = (kept?.totalSeconds ?? 0) + seconds - visit.seconds
  const doneAt = kept?.doneAt ?? (isPartDone(state) ? now : null)
  await writePartState(db, place, { versionId: media.versionId, sessionId, state, totalSeconds, doneAt, now })
  await updateVisit(db, place, { sessionId, seq, seconds, now })
  await touchEnrolment(db, { ...place, at: now })
  if (doneAt !== null && !kept?.doneAt) await countPart(db, committed, { sessionId, seq })
  return totalSeconds
}

/** A short one says nothing of what was too long for it. */
function stateTold({ state, isShort }: CommitInput, kept: PartState | undefined): PackageState {
  return isShort ? { ...state, suspendData: kept?.suspendData ?? '', data: kept?.data ?? {} } : state
}

async function countPart(
  db: Db,
  { place, learning, media, task, now }: Committed,
  { sessionId, seq }: { sessionId: string; seq: number },
): Promise<void> {
  const { staffId, courseId, taskId, part } = place
  const before = learning.learner.tasks.get(taskId)
  const pageSeconds = media.pageSeconds.map((one) => one ?? 0)
  const work = { ...media, pageSeconds, partsDone: [...media.partsDone, part], isDone: false, isExempted: false }
  const isLast = taskDone({ kind: task.kind, rule: task.rule, coursewareType: media.coursewareType }, work).isComplete
  if (isLast && !before?.own.isComplete) {
    const cause = { source: 'scorm', sessionId, seq }
    await insertEvents(db, [{ courseId, staffId, taskId, kind: 'done', cause, at: now }])
  }
  // A part may be done before the first report of time comes.
  await spendSeat(db, { courseId, staffId, now })
  await deriveEnrolment(db, courseId, staffId, now)
}
