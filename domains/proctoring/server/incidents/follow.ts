/** An incident that goes on reaches who comes into its scope and lets go who leaves it, until it ends. */
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { attemptClocks, endStops, isUnderWay, type StoppedSpan, tellAttempts } from '@kaopei/sitting/server'
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
  updateFollowed,
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
  await updateFollowed(db, incidentId, now)
}

async function resolveAnew(db: Db, incident: IncidentRow, now: Date): Promise<void> {
  const reached = new Set(await reachedNow(db, incident))
  const touched = await selectTouched(db, incident.id)
  const inside = touched.filter(({ leftAt }) => leftAt === null)
  const left = inside.filter(({ staffId }) => !reached.has(staffId)).map(({ attemptId }) => attemptId)
  if (left.length > 0) await letGo(db, incident, left, now)
  const away = new Set(touched.filter(({ leftAt }) => leftAt !== null).map(({ staffId }) => staffId))
  const known = new Set(touched.map(({ staffId }) => staffId))
  const comers = [...reached].filter((staffId) => !known.has(staffId) || away.has(staffId))
  await letIn(db, incident, { comers, away, now })
}

/** Who began less than this before a round may have been written only after it had looked. */
const overlapMs = 5000

interface Coming {
  readonly comers: readonly string[]
  /** Those who were inside before. */
  readonly away: ReadonlySet<string>
  readonly now: Date
}

/**
 * Whoever was under way when the last round (or the declaration) looked, and was not inside, has moved in: they could work until now. Whoever has begun
 * since then has begun inside. Whoever comes back could work too, and has the minutes for starting again already.
 */
async function letIn(db: Db, incident: IncidentRow, { comers, away, now }: Coming): Promise<void> {
  if (comers.length === 0) return
  const { examId, fromTime: from, restartMinutes, createdTime, followedTime } = incident
  const lookedAt = Math.max(createdTime.getTime(), (followedTime?.getTime() ?? 0) - overlapMs)
  const clocks = await attemptClocks(db, { owner: ownerOf(examId), staffIds: comers })
  const open = clocks.filter(({ state }) => isUnderWay(state))
  const fresh = open.filter(({ staffId }) => !away.has(staffId))
  const begun = fresh.filter(({ startedAt }) => startedAt.getTime() >= lookedAt)
  const movedIn = fresh.filter(({ startedAt }) => startedAt.getTime() < lookedAt)
  const back = open.filter(({ staffId }) => away.has(staffId))
  await stop(db, incident, { clocks: begun, span: { from, until: null, restartMinutes }, now })
  await stop(db, incident, { clocks: movedIn, span: { from: now, until: null, restartMinutes }, now })
  await stop(db, incident, { clocks: back, span: { from: now, until: null, restartMinutes: 0 }, now })
}

interface Stopping {
  readonly clocks: readonly { readonly staffId: string }[]
  readonly span: StoppedSpan
  readonly now: Date
}

/** Nobody who has closed meanwhile is opened again. */
async function stop(db: Db, incident: IncidentRow, { clocks, span, now }: Stopping): Promise<void> {
  if (clocks.length === 0) return
  const staffIds = clocks.map(({ staffId }) => staffId)
  await reach(db, { incident, staffIds, span, reopens: () => false, actorId: null, tellerId: incident.createdBy, now })
}

export function reachedNow(db: Db, { examId, scopeKind, scopeValues, seenBy, createdBy }: IncidentRow): Promise<string[]> {
  return selectReached(db, { examId, kind: scopeKind, values: scopeValues, scope: seenBy ?? everybody, butStaffId: createdBy })
}

async function letGo(db: Db, incident: IncidentRow, attemptIds: readonly string[], now: Date): Promise<void> {
  const end = { incidentId: incident.id, attemptIds, until: now, reason: `${incident.title}：已离开事件范围`, actorId: null, now }
  await endStops(db, end)
  await keepDues(db, incident, { attemptIds, leftAt: now })
  const what = `您已不在“${incident.title}”的范围内，`
  await tellOfEnd(db, incident, {
    attemptIds,
    goesOn: `${what}${goesOnWords}`,
    stands: `${what}${standsWords}`,
    byId: incident.createdBy,
    now,
  })
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
  const what = `“${title}”已结束，`
  const words = { goesOn: `${what}${goesOnWords}`, stands: `${what}${standsWords}` }
  await tellOfEnd(db, incident, { attemptIds, ...words, byId: actorId ?? incident.createdBy, now })
  await draftReport(db, incidentId, report)
  return attemptIds
}

const goesOnWords = '考试恢复计时，停止的时间已补回。'
export const standsWords = '考试仍在停止计时，请等待恢复。'

interface EndWords {
  readonly attemptIds: readonly string[]
  readonly goesOn: string
  /** For those whose clock something else still stops: another incident, an invigilator, a break. */
  readonly stands: string
  readonly byId: string
  readonly now: Date
}

/** To each what is so for their clock. */
export async function tellOfEnd(
  db: Db,
  incident: Pick<IncidentRow, 'id' | 'examId'>,
  { attemptIds, goesOn, stands, byId, now }: EndWords,
): Promise<void> {
  const standing = new Set(
    (await clocksOf(db, incident, attemptIds)).flatMap(({ attemptId, state }) => (state === 'paused' ? [attemptId] : [])),
  )
  for (const [text, those] of Map.groupBy(attemptIds, (attemptId) => (standing.has(attemptId) ? stands : goesOn)))
    await tellAttempts(db, { attemptIds: those, kind: 'act', text, byId, now })
}

/** The deadlines that came out of it. */
export async function keepDues(
  db: Db,
  incident: Pick<IncidentRow, 'id' | 'examId'>,
  { attemptIds, leftAt }: { attemptIds: readonly string[]; leftAt: Date | null },
): Promise<void> {
  const dues = await clocksOf(db, incident, attemptIds)
  if (dues.length > 0) await updateDues(db, { incidentId: incident.id, dues, leftAt })
}

async function clocksOf(db: Db, { id, examId }: Pick<IncidentRow, 'id' | 'examId'>, attemptIds: readonly string[]) {
  const those = new Set(attemptIds)
  const staffIds = (await selectTouched(db, id)).filter(({ attemptId }) => those.has(attemptId)).map(({ staffId }) => staffId)
  return staffIds.length === 0 ? [] : attemptClocks(db, { owner: ownerOf(examId), staffIds })
}
