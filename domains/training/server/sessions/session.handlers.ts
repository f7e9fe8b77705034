import { kept, protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { tellHeld } from '@kaopei/instructor/server'
import { companySite, timeZoneOf } from '@kaopei/platform/server'
import { type Context, type DataScope, type Db, emit, type Fail, type Handlers, implement } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { attendanceState } from '../../contract/codes.ts'
import { projectErrors } from '../../contract/errors.ts'
import { projectSession } from '../../contract/session.ts'
import { sessionErrors } from '../../contract/session-errors.ts'
import { sessionFacts } from '../../contract/session-facts.ts'
import { isChangeable } from '../../contract/status.ts'
import { sessionHeld } from '../events.ts'
import { takeStandings } from '../standing/news.ts'
import {
  countAttendance,
  countsOf,
  countTaken,
  listedOf,
  removeEntries,
  selectAttendance,
  selectLatest,
  setEntries,
  waitsBeyond,
  writeAbsent,
} from './attendance.sql.ts'
import { attendanceSheet } from './attendance-sheet.ts'
import { changeSession, factsOf } from './change-session.ts'
import { sourceOf } from './lecturer.ts'
import { countSessions, findSession, lockSession, markHeld, type SessionRow, selectSessions } from './session.sql.ts'
import { codeAt, nextInMs, stepMs } from './sign-code.ts'

const { booked } = attendanceState

async function selectSession(db: Db, taskId: string, fail: Fail<typeof protocolErrors.notFound>): Promise<SessionRow> {
  return (await findSession(db, taskId)) ?? fail(protocolErrors.notFound)
}

/** Locked; in an ended project nothing is written any more. */
async function changeable(
  db: Db,
  taskId: string,
  fail: Fail<typeof protocolErrors.notFound | typeof projectErrors.fixed>,
): Promise<SessionRow> {
  const session = (await lockSession(db, taskId, 'update')) ?? fail(protocolErrors.notFound)
  return isChangeable(session.projectStatus) ? session : fail(projectErrors.fixed)
}

const tellStanding = (db: Db, targetId: string, staffIds: readonly string[], now: Date) =>
  takeStandings(
    db,
    'session',
    staffIds.map((staffId) => ({ targetId, staffId })),
    now,
  )

async function organised(db: Db, session: SessionRow, scope: DataScope) {
  const { isForChosen: _, projectStatus: __, ...facts } = session
  return { ...facts, counts: await countsOf(db, session, scope) }
}

const handlers: Handlers<typeof projectSession> = {
  list: async ({ projectId, pageIndex, pageSize }, { db, scope }) => {
    const rows = await selectSessions(db, projectId, { offset: (pageIndex - 1) * pageSize, limit: pageSize })
    const dataList = []
    for (const row of rows) dataList.push(await organised(db, row, scope))
    return { dataList, totalCount: await countSessions(db, projectId) }
  },

  get: async ({ task }, { db, fail, scope }) => organised(db, await selectSession(db, task, fail), scope),

  save: async ({ task, version, ...wish }, { actor, db, fail, record, scope }) => {
    const before = await changeable(db, task, fail)
    if (before.version !== version) return fail(protocolErrors.changed, { data: await organised(db, before, scope) })
    const facts = kept(sessionFacts.shape, wish, factsOf(before))
    await changeSession(db, before, { facts, title: before.title, by: actor.staffId }, fail)
    record({ targetId: task, targetName: before.title, before: factsOf(before), after: facts })
    return organised(db, await selectSession(db, task, fail), scope)
  },

  qr: async ({ task }, { db, fail, now, scope, services }) => {
    const session = await selectSession(db, task, fail)
    if (!isChangeable(session.projectStatus)) return fail(projectErrors.fixed)
    if (session.heldTime) return fail(sessionErrors.held)
    const code = codeAt({ secret: services.secret, companyId: db.companyId, taskId: task }, now)
    const site = services.publicUrl.isConfigured ? await companySite(db, services) : ''
    const left = nextInMs(now)
    return {
      url: `${site}/candidate/training/sign/${task}?t=${code}`,
      ...{ nextInMs: left, validForMs: left + stepMs, serverTime: now },
      counts: await countsOf(db, session, scope),
      latest: await selectLatest(db, session, scope),
    }
  },

  attendance: async ({ task, keyword, state, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    const which = await selectSession(db, task, fail)
    const filter = { which, scope, state, search: searchFor(actor, scope, keyword) }
    const rows = await selectAttendance(db, filter, { offset: (pageIndex - 1) * pageSize, limit: pageSize })
    const dataList = (await withShownContacts(db, actor, rows)).map(({ phone: _, email: __, ...row }) => row)
    return { dataList, totalCount: await countAttendance(db, filter), counts: await countsOf(db, which, scope) }
  },

  setAttendance: async (input, context) => {
    const { db, fail, record } = context
    const session = await changeable(db, input.task, fail)
    const staffIds = [...new Set(input.staffIds)]
    await guardByHand(session, { ...input, staffIds }, context)
    const { task, state, reason } = input
    if (state === null) await removeEntries(db, task, staffIds)
    else await setEntries(db, { taskId: task, staffIds, state, reason, by: context.actor.staffId, now: context.now })
    await tellStanding(db, task, staffIds, context.now)
    record({ targetId: task, targetName: session.title, after: { attendance: state, staffIds }, reason })
    return { changedCount: staffIds.length }
  },

  close: async ({ task }, { actor, db, fail, now, record, scope }) => {
    const session = await changeable(db, task, fail)
    if (session.heldTime) return fail(sessionErrors.held)
    if (now < session.beginTime) return fail(sessionErrors.notOver)
    if (await waitsBeyond(db, session, scope)) return fail(sessionErrors.beyondScope)
    const absent = await writeAbsent(db, session, { by: actor.staffId, now })
    await markHeld(db, task, { by: actor.staffId, at: now })
    await tellStanding(db, task, absent, now)
    await tellHeld(db, { ...sourceOf(task), by: actor.staffId })
    await emit(db, sessionHeld, db.companyId, { projectId: session.projectId, taskId: task })
    record({ targetId: task, targetName: session.title, after: { absentCount: absent.length } })
    return organised(db, await selectSession(db, task, fail), scope)
  },

  sheet: async ({ task }, { actor, db, fail, record, scope }) => {
    const session = await selectSession(db, task, fail)
    const filter = { which: session, scope, state: undefined, search: undefined }
    const rows = await withShownContacts(db, actor, await selectAttendance(db, filter, { offset: 0, limit: mostOnSheet }))
    record({ targetId: task, targetName: session.title, after: { count: rows.length } })
    const body = attendanceSheet(session, rows, await timeZoneOf(db))
    return { fileName: `签到表-${session.title}.xlsx`, contentType: xlsxType, body }
  },
}

const mostOnSheet = 100_000

type ByHand = Context<typeof projectSession.setAttendance>
interface Wanted {
  readonly staffIds: readonly string[]
  readonly state: number | null
  readonly reason: string
}

async function guardByHand(session: SessionRow, { staffIds, state, reason }: Wanted, { db, fail, scope }: ByHand): Promise<void> {
  if (state !== booked && reason === '') fail(sessionErrors.reasonNeeded)
  if (session.heldTime && (state === null || state === booked))
    fail(projectErrors.fixed, { text: '签到名单已关闭，只能登记签到、迟到、请假或缺席' })
  if ((await listedOf(db, session, scope, staffIds)).length !== staffIds.length) fail(sessionErrors.unknownStaff)
  if (state !== booked) return
  if (session.places === null) fail(sessionErrors.full, { text: '这次线下课不限名额，不需要预约' })
  const taken = await countTaken(db, session.taskId)
  const left = (session.places ?? 0) - taken
  if (staffIds.length > left)
    fail(sessionErrors.full, { text: `名额还剩 ${Math.max(0, left)} 个，不够安排 ${staffIds.length} 人` })
}

export const sessionEndpoints = implement(projectSession, handlers, { booking_no_overlap: sessionErrors.lecturerTaken })
