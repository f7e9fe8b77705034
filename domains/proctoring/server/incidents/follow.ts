/** An incident that goes on reaches who comes into its scope and lets go who leaves it, until it ends. */
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { attemptClocks, endStops, type PlannedClock, planStop, type StoppedSpan, tellAttempts } from '@kaopei/sitting/server'
import { incidentState } from '../../contract/incidents/incident.ts'
import { draftReport, everybody, ownerOf, reach } from './incident.service.ts'
import {
  findIncident,
  findOpenIncidents,
  type IncidentRow,
  lockIncident,
  lockIncidents,
  selectTouched,
  updateDues,
  updateEnded,
} from './incident.sql.ts'
import { selectReached } from './scope.sql.ts'

const most = 500

/** All of them, so many at a time: one that nobody ends is among them for ever. */
export async function followIncidents(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  for (let after: string | null | undefined = null; after !== undefined; ) after = await followSome(services, { now, after })
}

/** Answers behind which there may be more. */
async function followSome(
  { pool, log }: Pick<RawServices, 'pool' | 'log'>,
  { now, after }: { now: Date; after: string | null },
): Promise<string | undefined> {
  const open = await inTransaction(pool, undefined, (db) => findOpenIncidents(db, { after, most }))
  for (const { companyId, id } of open) {
    try {
      await inTransaction(pool, companyId, (db) => followIncident(db, id, now))
    } catch (error) {
      log.error({ err: error, companyId, incidentId: id }, 'incident could not be followed')
    }
  }
  return open.length < most ? undefined : open.at(-1)?.id
}

export const followIncidentsSweep: Sweep = {
  name: 'proctoring-incidents',
  everySeconds: 3,
  run: (services) => followIncidents(services, databaseNow()),
}

async function followIncident(db: Db, incidentId: string, now: Date): Promise<void> {
  const known = await findIncident(db, incidentId)
  if (!known) return
  await lockIncidents(db, known.examId)
  const incident = await lockIncident(db, incidentId)
  if (incident?.state !== incidentState.open) return
  if (incident.untilTime !== null && incident.untilTime <= now) {
    await endIncident(db, incident, { until: incident.untilTime, actorId: null, now })
    return
  }
  await resolveAnew(db, incident, now)
}

async function resolveAnew(db: Db, incident: IncidentRow, now: Date): Promise<void> {
  const reached = new Set(await reachedNow(db, incident))
  const touched = await selectTouched(db, incident.id)
  const inside = touched.filter(({ leftAt }) => leftAt === null)
  const left = inside.filter(({ staffId }) => !reached.has(staffId)).map(({ attemptId }) => attemptId)
  if (left.length > 0) await letGo(db, incident, left, now)
  const known = new Set(touched.map(({ staffId }) => staffId))
  const fresh = [...reached].filter((staffId) => !known.has(staffId))
  await letFreshIn(db, incident, fresh, now)
  // Whoever comes back is stopped from this moment on: in between they could work. The minutes for starting again they have already.
  const away = touched.filter(({ leftAt }) => leftAt !== null).map(({ staffId }) => staffId)
  const back = away.filter((staffId) => reached.has(staffId))
  await letIn(db, incident, { staffIds: back, span: { from: now, until: null, restartMinutes: 0 }, now })
}

/**
 * Whoever was under way outside when it was declared has moved in, and could work until now. Whoever has begun since is taken to have begun inside: no
 * round of this says where they were before it.
 */
async function letFreshIn(db: Db, incident: IncidentRow, staffIds: readonly string[], now: Date): Promise<void> {
  const { fromTime: from, restartMinutes, createdTime } = incident
  const span: StoppedSpan = { from, until: null, restartMinutes }
  const clocks = (await stoppedBy(db, incident, { staffIds, span, now })).map(({ clock }) => clock)
  const begun = clocks.filter(({ startedAt }) => startedAt >= createdTime).map(({ staffId }) => staffId)
  const movedIn = clocks.filter(({ startedAt }) => startedAt < createdTime).map(({ staffId }) => staffId)
  await letIn(db, incident, { staffIds: begun, span, now })
  await letIn(db, incident, { staffIds: movedIn, span: { ...span, from: now }, now })
}

interface LettingIn {
  readonly staffIds: readonly string[]
  readonly span: StoppedSpan
  readonly now: Date
}

async function letIn(db: Db, incident: IncidentRow, { staffIds, span, now }: LettingIn): Promise<void> {
  const stopped = (await stoppedBy(db, incident, { staffIds, span, now })).map(({ clock }) => clock.staffId)
  if (stopped.length === 0) return
  await reach(db, {
    ...{ incident, staffIds: stopped, span, reopens: () => false },
    ...{ actorId: null, tellerId: incident.createdBy, now },
  })
}

/** Those of them who are under way. */
async function stoppedBy(db: Db, { examId }: IncidentRow, { staffIds, span, now }: LettingIn): Promise<PlannedClock[]> {
  if (staffIds.length === 0) return []
  const planned = await planStop(db, { owner: ownerOf(examId), staffIds, span, now })
  return planned.filter(({ outcome }) => outcome.kind === 'stopped')
}

export function reachedNow(db: Db, { examId, scopeKind, scopeValues, seenBy, createdBy }: IncidentRow): Promise<string[]> {
  return selectReached(db, { examId, kind: scopeKind, values: scopeValues, scope: seenBy ?? everybody, butStaffId: createdBy })
}

async function letGo(db: Db, incident: IncidentRow, attemptIds: readonly string[], now: Date): Promise<void> {
  const end = { incidentId: incident.id, attemptIds, until: now, reason: `${incident.title}：已离开事件范围`, actorId: null, now }
  await endStops(db, end)
  await keepDues(db, incident, { attemptIds, leftAt: now })
  const text = `您已不在“${incident.title}”的范围内，考试恢复计时，停止的时间已补回。`
  await tellAttempts(db, { attemptIds, kind: 'act', text, byId: incident.createdBy, now })
}

/** It is over: the clocks go on. Answers whose. */
export async function endIncident(
  db: Db,
  incident: IncidentRow,
  { until, actorId, now }: { until: Date; actorId: string | null; now: Date },
): Promise<string[]> {
  const { id: incidentId, title, report } = incident
  // Nobody could work before this moment.
  const attemptIds = await endStops(db, {
    incidentId,
    until: until < now ? now : until,
    reason: `${title}：已结束`,
    actorId,
    now,
  })
  await updateEnded(db, { incidentId, until, actorId, now })
  await keepDues(db, incident, { attemptIds, leftAt: null })
  if (attemptIds.length > 0) {
    const text = `“${title}”已结束，考试恢复计时，停止的时间已补回。`
    await tellAttempts(db, { attemptIds, kind: 'act', text, byId: actorId ?? incident.createdBy, now })
  }
  await draftReport(db, incidentId, report)
  return attemptIds
}

/** The deadlines that came out of it. */
export async function keepDues(
  db: Db,
  { id: incidentId, examId }: Pick<IncidentRow, 'id' | 'examId'>,
  { attemptIds, leftAt }: { attemptIds: readonly string[]; leftAt: Date | null },
): Promise<void> {
  const those = new Set(attemptIds)
  const staffIds = (await selectTouched(db, incidentId))
    .filter(({ attemptId }) => those.has(attemptId))
    .map(({ staffId }) => staffId)
  const dues = await attemptClocks(db, { owner: ownerOf(examId), staffIds })
  if (dues.length > 0) await updateDues(db, { incidentId, dues, leftAt })
}
