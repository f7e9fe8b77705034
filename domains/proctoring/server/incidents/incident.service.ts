/** What an incident does: whom it reaches now, what that means for their clocks, and the record of it. */
import { hash } from 'node:crypto'
import { canonicalJson } from '@kaopei/contract'
import { type Reach as ExamReach, examKind, findAnyExam as findExam } from '@kaopei/exam/server'
import { timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { type PlannedClock, type StoppedSpan, stopClocks, tellAttempts } from '@kaopei/sitting/server'
import { incidentOutcome } from '../../contract/incidents/incident.ts'
import { reportOf } from '../rules/incident-report.ts'
import { countPeople, findIncident, type IncidentRow, insertPeople, type NewPerson, updateDraft } from './incident.sql.ts'

export const ownerOf = (examId: string) => ({ kind: examKind, id: examId })

const outcomeCodes = {
  moved: incidentOutcome.moved,
  stopped: incidentOutcome.stopped,
  reopened: incidentOutcome.reopened,
} as const

export interface Reaching {
  readonly incident: Pick<IncidentRow, 'id' | 'examId' | 'title' | 'reason'>
  readonly staffIds: readonly string[]
  readonly span: StoppedSpan
  readonly reopens: (attemptId: string) => boolean
  readonly isAgreed?: (planned: readonly PlannedClock[]) => boolean
  readonly actorId: string | null
  /** In whose name candidates are told. */
  readonly tellerId: string
  readonly now: Date
}

/** Stops the clocks of these people, tells them, and keeps what was done. Answers it; undefined: it is not what was agreed to. */
export async function reach(db: Db, reaching: Reaching): Promise<PlannedClock[] | undefined> {
  const { incident, staffIds, span, reopens, isAgreed, actorId, tellerId, now } = reaching
  const reason = `${incident.title}：${incident.reason}`
  const stopping = { owner: ownerOf(incident.examId), staffIds, span, incidentId: incident.id, reason, reopens, actorId, now }
  const done = await stopClocks(db, { ...stopping, ...(isAgreed && { isAgreed }) })
  if (!done?.length) return done
  await insertPeople(db, incident.id, done.flatMap(personOf), now)
  for (const [text, those] of Map.groupBy(done, ({ outcome }) => wordsOf(outcome.kind, incident, span)))
    await tellAttempts(db, { attemptIds: those.map(({ clock }) => clock.attemptId), kind: 'act', text, byId: tellerId, now })
  return done
}

/** Of what a dry run says (contract's `fingerprint`). */
export function fingerprintOf(planned: readonly PlannedClock[]): string {
  const told = planned.flatMap(({ clock: { attemptId, due }, outcome: { kind } }) =>
    kind === 'moved' || kind === 'reopened' ? [[attemptId, due?.toISOString() ?? null, kind]] : [],
  )
  return hash('sha256', canonicalJson(told), 'hex')
}

function personOf({ clock, outcome }: PlannedClock): NewPerson[] {
  if (outcome.kind === 'untouched') return []
  const { attemptId, staffId, due: dueBefore, submitCause: closedCause } = clock
  const isReopened = outcome.kind === 'reopened'
  return [
    {
      ...{ attemptId, staffId, dueBefore, closedCause },
      outcome: outcomeCodes[outcome.kind],
      dueAfter: outcome.kind === 'stopped' ? null : outcome.due,
      leftMs: isReopened ? outcome.leftMs : null,
    },
  ]
}

function wordsOf(kind: PlannedClock['outcome']['kind'], { title, reason }: Reaching['incident'], span: StoppedSpan): string {
  const waits =
    span.until === null ? '考试已停止计时，请等待恢复；已保存的答案不受影响。' : '停止的时间已补回，新的截止时间见倒计时。'
  const done = kind === 'reopened' ? `您的考试已重新开放，收卷前剩余的时间已还给您。${span.until === null ? waits : ''}` : waits
  return `因“${title}”，${done}原因：${reason}`
}

/** Writes the report of what is known by now, unless somebody has changed it. */
export async function draftReport(db: Db, incidentId: string, before: string): Promise<string> {
  const incident = await findIncident(db, incidentId)
  const exam = incident && (await findExam(db, incident.examId))
  if (!incident || !exam) return before
  const { moved, stopped, reopened, returned } = await countPeople(db, incidentId, { kind: 'all' })
  const report = reportOf({
    examName: exam.name,
    title: incident.title,
    reason: incident.reason,
    scopeText: incident.scopeText,
    from: incident.fromTime,
    until: incident.untilTime,
    restartMinutes: incident.restartMinutes,
    declaredBy: incident.createdByName ?? '-',
    declaredAt: incident.createdTime,
    ...{ moved, stopped, reopened, returned },
    takenBackReason: incident.takenBackTime === null ? null : incident.takenBackReason,
    zone: await timeZoneOf(db),
  })
  await updateDraft(db, incidentId, { before, report })
  return report
}

export const everybody: ExamReach = { kind: 'all' }
