import { protocolErrors } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { attendanceState } from '../../contract/codes.ts'
import { ownSession } from '../../contract/session.ts'
import { sessionErrors } from '../../contract/session-errors.ts'
import { begin, type Caller, type Entered, enterTaskAlone } from '../learn/enter.ts'
import { shownAt } from '../learn/words.ts'
import { takeStandings } from '../standing/news.ts'
import { countTaken, dropPlace, type Entry, findEntry, signIn, takeLeave, takePlace } from './attendance.sql.ts'
import { lockSession, type SessionRow } from './session.sql.ts'
import { deviceHashOf, isCodeValid } from './sign-code.ts'
import { isLateAt, opensAt } from './sign-in-times.ts'

const { booked, present, late, onLeave } = attendanceState
const hasSigned = (entry: Entry | undefined) => entry?.state === present || entry?.state === late

interface Own {
  readonly entered: Entered
  readonly session: SessionRow
  readonly entry: Entry | undefined
}

/** Everybody who changes something of a session comes in here: what may not enter the task may not enter the session. */
async function ownOf(caller: Caller, taskId: string, mode: 'update' | 'share'): Promise<Own> {
  // The session before the person: whoever changes the list of a session waits for both in this order.
  const session = await lockSession(caller.db, taskId, mode)
  if (!session) return caller.fail(protocolErrors.notFound)
  const entered = await enterTaskAlone(caller, taskId, 'session')
  return { entered, session, entry: await findEntry(caller.db, taskId, caller.actor.staffId) }
}

/** How it stands now. */
async function shown({ db, actor, now }: Pick<Caller, 'db' | 'actor' | 'now'>, session: SessionRow) {
  const { taskId, places, heldTime, beginTime } = session
  const entry = await findEntry(db, taskId, actor.staffId)
  const isBefore = heldTime === null && now < beginTime
  const left = places === null ? null : Math.max(0, places - (await countTaken(db, taskId)))
  const { projectId, title, place, endTime, instructorId, lecturer, opensBeforeMinutes, lateAfterMinutes } = session
  const isOwnLeave = entry?.state === onLeave && entry.way === 'own'
  return {
    ...{
      taskId,
      projectId,
      title,
      place,
      beginTime,
      endTime,
      places,
      instructorId,
      lecturer,
      opensBeforeMinutes,
      lateAfterMinutes,
    },
    heldTime,
    placesLeft: left,
    attendance: entry?.state ?? null,
    signedAt: entry?.signedAt ?? null,
    reason: entry?.reason ?? '',
    mayBook: isBefore && left !== null && left > 0 && (entry === undefined || isOwnLeave),
    mayCancel: isBefore && places !== null && entry?.state === booked,
    mayLeave: isBefore && (entry === undefined || entry.state === booked),
  }
}

const handlers: Handlers<typeof ownSession> = {
  open: async ({ task }, context) => {
    const { entered, session } = await ownOf(context, task, 'share')
    await begin(context, entered)
    return shown(context, session)
  },

  book: async ({ task }, context) => {
    const { db, actor, now, fail } = context
    const { session, entry } = await ownOf(context, task, 'update')
    if (entry?.state === booked || hasSigned(entry)) return shown(context, session)
    if (session.heldTime) return fail(sessionErrors.held)
    if (now >= session.beginTime) return fail(sessionErrors.bookingOver)
    if (session.places === null) return fail(sessionErrors.bookingOver, { text: '这次线下课不需要预约，请按时到场签到' })
    if (entry && entry.way !== 'own')
      return fail(sessionErrors.bookingOver, { text: '组织者已为您登记，不能再预约，请联系培训组织者' })
    const isGiven = await takePlace(db, { taskId: task, staffId: actor.staffId, now }, session.places)
    return isGiven ? shown(context, session) : fail(sessionErrors.full)
  },

  cancelBooking: async ({ task }, context) => {
    const { db, actor, now, fail } = context
    const { session, entry } = await ownOf(context, task, 'update')
    if (session.heldTime) return fail(sessionErrors.held)
    if (hasSigned(entry)) return fail(sessionErrors.signedAlready)
    if (now >= session.beginTime)
      return fail(sessionErrors.bookingOver, { text: '线下课已开始，不能再取消预约，请联系培训组织者' })
    await dropPlace(db, { taskId: task, staffId: actor.staffId })
    return shown(context, session)
  },

  leave: async ({ task, reason }, context) => {
    const { db, actor, now, fail } = context
    const { session, entry } = await ownOf(context, task, 'update')
    if (session.heldTime) return fail(sessionErrors.held)
    if (hasSigned(entry)) return fail(sessionErrors.signedAlready)
    if (now >= session.beginTime) return fail(sessionErrors.over, { text: '线下课已开始，请联系培训组织者登记请假' })
    await takeLeave(db, { taskId: task, staffId: actor.staffId, now }, reason)
    await takeStandings(db, 'session', [{ targetId: task, staffId: actor.staffId }], now)
    return shown(context, session)
  },

  signIn: async (input, context) => {
    const { db, actor, now, fail } = context
    const { entered, session, entry } = await ownOf(context, input.task, 'share')
    if (hasSigned(entry)) return shown(context, session)
    await guardSigning(session, input.code, context)
    await begin(context, entered)
    const { secret } = context.services
    const sign = {
      ...{ taskId: input.task, staffId: actor.staffId, now, address: context.request.ip },
      isLate: isLateAt(session, now),
      deviceHash: deviceHashOf({ secret, companyId: db.companyId, taskId: input.task }, input.device),
      needsPlace: session.places !== null,
    }
    if (!(await signIn(db, sign))) return fail(sessionErrors.noPlace)
    await takeStandings(db, 'session', [{ targetId: input.task, staffId: actor.staffId }], now)
    return shown(context, session)
  },
}

/** By the server's clock alone. */
async function guardSigning(
  session: SessionRow,
  code: string,
  { db, now, fail, services }: Pick<Context<typeof ownSession.signIn>, 'db' | 'now' | 'fail' | 'services'>,
): Promise<void> {
  const which = { secret: services.secret, companyId: db.companyId, taskId: session.taskId }
  if (!isCodeValid(which, code, now)) fail(sessionErrors.codeExpired)
  if (session.heldTime) fail(sessionErrors.held)
  if (now >= session.endTime) fail(sessionErrors.over)
  const opens = opensAt(session)
  if (now < opens) fail(sessionErrors.notYet, { text: `${shownAt(opens, await timeZoneOf(db))} 开始签到，请届时再扫码` })
}

export const ownSessionEndpoints = implement(ownSession, handlers, { attendance_device: sessionErrors.deviceUsed })
