import { protocolErrors } from '@kaopei/contract'
import { type ExamRow, findAnyExam as findExam, type Reach, reachesExam, reachOf } from '@kaopei/exam/server'
import { type Context, type Db, type Fail, type Handlers, implement, type Module } from '@kaopei/server'
import { planStop, planTakingBack, takeBackStops } from '@kaopei/sitting/server'
import { hallErrors } from '../../contract/hall-errors.ts'
import { reasonWords } from '../../contract/hall-reasons.ts'
import { type IncidentReach, incident, incidentState } from '../../contract/incidents/incident.ts'
import { incidentErrors } from '../../contract/incidents/incident-errors.ts'
import { endIncident, followIncidentsSweep, keepDues, standsWords, tellOfEnd } from './follow.ts'
import { draftReport, everybody, fingerprintOf, ownerOf, reach } from './incident.service.ts'
import {
  countIncidents,
  countPeople,
  type IncidentRow,
  insertIncident,
  lockIncident,
  lockIncidents,
  selectIncidents,
  selectPeople,
  selectTouched,
  updateReport,
  updateTakenBack,
} from './incident.sql.ts'
import { askingOf, hiddenReport, knownIncident, seesWhole, shownScope } from './known.ts'
import { selectChoosable, selectDepartments, selectReached, selectRooms } from './scope.sql.ts'
import { type ChosenScope, chosenScope } from './scope.ts'
import { countsOf, keptRowOf, shownPlan } from './shown.ts'

const published = 1
const hour = 3_600_000

const handlers: Handlers<typeof incident> = {
  list: async ({ examId, pageIndex, pageSize }, { actor, db, scope: dataScope }) => {
    const who = askingOf(actor, dataScope)
    const exam = (await reachesExam(db, who.reach, examId)) ? await findExam(db, examId) : undefined
    if (!exam) return { dataList: [], totalCount: 0, openCount: 0, endableCount: 0, examName: '' }
    const found = await selectIncidents(db, { examId, who, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = found.map((row) => ({ ...row, scopeText: shownScope(row, who) }))
    return { dataList, ...(await countIncidents(db, examId, who)), examName: exam.name }
  },

  get: async ({ id }, { actor, db, scope: dataScope, fail }) => {
    const who = askingOf(actor, dataScope)
    const found = await knownIncident(db, id, who)
    const exam = found && (await findExam(db, found.examId))
    if (!found || !exam) return fail(protocolErrors.notFound)
    const { all: personCount, reopened: reopenedCount } = await countPeople(db, id, who.reach)
    const maySaveReport = await seesWhole(db, found, who)
    const report = maySaveReport ? found.report : hiddenReport
    return { ...found, scopeText: shownScope(found, who), report, maySaveReport, examName: exam.name, personCount, reopenedCount }
  },

  people: async ({ id, pageIndex, pageSize }, { actor, db, scope: dataScope, fail }) => {
    const who = askingOf(actor, dataScope)
    const { reach: scope } = who
    if (!(await knownIncident(db, id, who))) return fail(protocolErrors.notFound)
    const rows = await selectPeople(db, { incidentId: id, scope, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: rows.map(keptRowOf), totalCount: (await countPeople(db, id, scope)).all }
  },

  choices: async ({ examId }, { actor, db, scope: dataScope, fail }) => {
    const scope = reachOf(actor, dataScope)
    await watchedExam(db, { examId, scope }, fail)
    const rooms = await selectRooms(db, { examId, scope })
    const departments = await selectDepartments(db, { examId, scope })
    return { rooms, departments, ...(await selectChoosable(db, { examId, scope })) }
  },

  dryRun: async ({ pageIndex, pageSize, outcome, ...facts }, context) => {
    const { db, now } = context
    const { staffIds, span } = await reachedBy(context, facts)
    const planned = await planStop(db, { owner: ownerOf(facts.examId), staffIds, span, now })
    const shown = await shownPlan(
      db,
      { examId: facts.examId, planned, reached: staffIds.length },
      { pageIndex, pageSize, outcome },
    )
    return { ...shown, fingerprint: fingerprintOf(planned), now }
  },

  apply: async ({ reopens, keptClosedIds, fingerprint, ...facts }, context) => {
    const { db, actor, now, fail, record } = context
    const scope = reachOf(actor, context.scope)
    const { examId, title } = facts
    await lockIncidents(db, examId)
    const { exam, chosen, staffIds, span, isOpen } = await reachedBy(context, facts)
    const reason = reasonWords(facts.reason, facts.note)
    const made = {
      examId,
      title,
      reason,
      scopeKind: chosen.kind,
      scopeValues: chosen.values,
      scopeText: chosen.text,
      scope,
      reopens,
      isOpen,
    }
    const until = facts.untilTime
    const times = { from: facts.fromTime, until, restartMinutes: facts.restartMinutes, actorId: actor.staffId, now }
    const id = await insertIncident(db, { ...made, ...times })
    const kept = new Set(keptClosedIds)
    const done = await reach(db, {
      ...{ incident: { id, examId, title, reason }, staffIds, span, now },
      reopens: (attemptId) => reopens && !kept.has(attemptId),
      ...(fingerprint !== undefined && { isAgreed: (planned) => fingerprintOf(planned) === fingerprint }),
      ...{ actorId: actor.staffId, tellerId: actor.staffId },
    })
    if (!done) return fail(incidentErrors.stale)
    // One that goes on may reach somebody yet.
    if (done.length === 0 && !isOpen) return fail(incidentErrors.nobody)
    await draftReport(db, id, '')
    const counts = countsOf(done, staffIds.length)
    const { moved: movedCount, ...others } = counts
    const after = { incident: title, reachedPeople: chosen.text, movedCount, ...others }
    record({ targetId: examId, targetName: exam.name, after, reason })
    return { id, counts: { ...counts, untouched: 0, notBegun: staffIds.length - done.length } }
  },

  end: async ({ id, version }, context) => {
    const { db, actor, now, fail, record } = context
    const found = await enter(context, id, version)
    if (found.state !== incidentState.open) return fail(incidentErrors.notOpen)
    const changed = await endIncident(db, found, { until: now, actorId: actor.staffId, now })
    record({ targetId: found.examId, targetName: found.title, after: { changedCount: changed.length } })
    return { changedCount: changed.length }
  },

  dryRunTakingBack: async ({ id, pageIndex, pageSize }, { actor, db, now, scope: dataScope, fail }) => {
    const who = askingOf(actor, dataScope)
    const { reach: scope } = who
    const found = await knownIncident(db, id, who)
    if (!found) return fail(protocolErrors.notFound)
    if (found.state === incidentState.takenBack) return fail(incidentErrors.takenBack)
    const { examId } = found
    const touched = (await selectTouched(db, id)).map(({ staffId }) => staffId)
    const staffIds = await selectReached(db, { examId, kind: 5, values: touched, scope, butStaffId: null })
    const planned = await planTakingBack(db, { owner: ownerOf(examId), staffIds, incidentId: id, now })
    return { ...(await shownPlan(db, { examId, planned, reached: planned.length }, { pageIndex, pageSize })), now }
  },

  takeBack: async ({ id, version, reason }, context) => {
    const { db, actor, now, fail, record } = context
    const found = await enter(context, id, version)
    if (found.state === incidentState.takenBack) return fail(incidentErrors.takenBack)
    const end = { incidentId: id, reason: `${found.title}：已撤回，${reason}`, actorId: actor.staffId, now }
    const attemptIds = await takeBackStops(db, end)
    await updateTakenBack(db, { incidentId: id, reason, actorId: actor.staffId, now })
    await keepDues(db, found, { attemptIds, leftAt: null })
    const what = `“${found.title}”已撤回，补回的时间已取消，`
    const words = { goesOn: `${what}请按倒计时作答和交卷。`, stands: `${what}${standsWords}` }
    await tellOfEnd(db, found, { attemptIds, ...words, byId: actor.staffId, now })
    await draftReport(db, id, found.report)
    record({ targetId: found.examId, targetName: found.title, after: { changedCount: attemptIds.length }, reason })
    return { changedCount: attemptIds.length }
  },

  saveReport: async ({ id, version, report }, { actor, db, scope, fail, record }) => {
    const who = askingOf(actor, scope)
    if (!(await knownIncident(db, id, who))) return fail(protocolErrors.notFound)
    const found = await lockIncident(db, id)
    if (!found) return fail(protocolErrors.notFound)
    if (!(await seesWhole(db, found, who))) return fail(incidentErrors.beyondScope)
    if (found.version !== version) return fail(protocolErrors.changed)
    await updateReport(db, { incidentId: id, report })
    record({ targetId: found.examId, targetName: found.title, before: { report: found.report }, after: { report } })
    return {}
  },
}

type Refusal = (typeof hallErrors)['notWatchable'] | (typeof incidentErrors)['untilBeforeFrom' | 'notInExam' | 'tooFar']
type Caller = Pick<Context<typeof incident.dryRun>, 'db' | 'actor' | 'now' | 'scope'> & { readonly fail: Fail<Refusal> }

async function watchedExam(
  db: Db,
  { examId, scope }: { examId: string; scope: Reach },
  fail: Fail<(typeof hallErrors)['notWatchable']>,
): Promise<ExamRow> {
  const exam = (await reachesExam(db, scope, examId)) ? await findExam(db, examId) : undefined
  return exam?.status === published ? exam : fail(hallErrors.notWatchable)
}

interface Reached {
  readonly exam: ExamRow
  readonly chosen: ChosenScope
  readonly staffIds: readonly string[]
  readonly span: { readonly from: Date; readonly until: Date | null; readonly restartMinutes: number }
  readonly isOpen: boolean
}

/** Whom it reaches now, and the span that stops their clocks: an end that is still to come is none yet. */
async function reachedBy({ db, actor, now, scope: dataScope, fail }: Caller, facts: IncidentReach): Promise<Reached> {
  const { examId, fromTime: from, untilTime, restartMinutes } = facts
  const scope = reachOf(actor, dataScope)
  const exam = await watchedExam(db, { examId, scope }, fail)
  if (untilTime !== null && untilTime <= from) return fail(incidentErrors.untilBeforeFrom)
  if (from > now || now.getTime() - from.getTime() > 24 * hour) return fail(incidentErrors.tooFar)
  if (untilTime !== null && untilTime.getTime() - now.getTime() > 12 * hour) return fail(incidentErrors.tooFar)
  const chosen = await chosenScope(db, facts, scope)
  if (!chosen) return fail(incidentErrors.notInExam)
  const staffIds = await selectReached(db, { examId, ...chosen, scope, butStaffId: actor.staffId })
  const isOpen = untilTime === null || untilTime > now
  return { exam, chosen, staffIds, span: { from, until: isOpen ? null : untilTime, restartMinutes }, isOpen }
}

type EnterRefusal =
  | (typeof protocolErrors)['notFound' | 'changed']
  | (typeof hallErrors)['ownAttempt']
  | (typeof incidentErrors)['beyondScope']

/** The incident, held; whoever ends it or takes it back sees everybody in it, and is not one of them. */
async function enter(
  {
    db,
    actor,
    scope: dataScope,
    fail,
  }: Pick<Context<typeof incident.end>, 'db' | 'actor' | 'scope'> & { fail: Fail<EnterRefusal> },
  incidentId: string,
  version: number,
): Promise<IncidentRow> {
  const who = askingOf(actor, dataScope)
  const { reach: scope } = who
  const known = await knownIncident(db, incidentId, who)
  if (!known) return fail(protocolErrors.notFound)
  await lockIncidents(db, known.examId)
  const found = await lockIncident(db, incidentId)
  if (!found) return fail(protocolErrors.notFound)
  if (found.version !== version) return fail(protocolErrors.changed)
  const touched = await selectTouched(db, incidentId)
  if (touched.some(({ staffId }) => staffId === actor.staffId)) return fail(hallErrors.ownAttempt)
  const { all } = await countPeople(db, incidentId, everybody)
  if ((await countPeople(db, incidentId, scope)).all < all) return fail(incidentErrors.beyondScope)
  return found
}

export const incidentsModule: Module = { endpoints: implement(incident, handlers), sweeps: [followIncidentsSweep] }
