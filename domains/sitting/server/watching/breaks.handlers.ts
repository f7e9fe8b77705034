import { protocolErrors } from '@kaopei/contract'
import { type Db, databaseNow, type Handlers, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { sittingErrors } from '../../contract/errors.ts'
import type { sitting } from '../../contract/sitting.ts'
import { findOwnAttempt, holdAttempt, lockAttempt, type OwnAttempt } from '../attempt.sql.ts'
import { moveOn } from '../clocks/clocks.sql.ts'
import { isClosed } from '../rules/attempt-transition.ts'
import { breaksLeft } from '../rules/breaks.ts'
import { findEndedBreaks } from '../sweeps.sql.ts'
import { moveDeadlines } from './acts.service.ts'
import { endRunningBreak, insertBreak, selectBreaks } from './breaks.sql.ts'
import { noteStops } from './pauses.sql.ts'

export const breakHandlers: Pick<Handlers<typeof sitting>, 'breaks' | 'takeBreak' | 'endBreak'> = {
  breaks: async ({ attemptId }, { actor, db, now, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    return attempt ? shownBreaks(db, attempt, now) : fail(protocolErrors.notFound)
  },

  takeBreak: async ({ attemptId }, { actor, db, now, fail }) => {
    const { staffId } = actor
    await lockAttempt(db, attemptId)
    const attempt = await findOwnAttempt(db, attemptId, staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    await holdAttempt(db, attemptId)
    const left = await shownBreaks(db, attempt, now)
    if (left.until !== null) return left
    if (isClosed(attempt.state)) return fail(sittingErrors.closed)
    if (attempt.state !== 'in_progress') return fail(sittingErrors.paused)
    if (left.leftCount === 0 || left.leftSeconds === 0) return fail(sittingErrors.noBreak)
    await insertBreak(db, { attemptId, until: new Date(now.getTime() + left.leftSeconds * 1000), staffId, now })
    await noteStops(db, { attemptIds: [attemptId], actorId: staffId, now })
    await moveDeadlines(db, { attemptIds: [attemptId], actorId: staffId, now })
    return shownBreaks(db, attempt, now)
  },

  endBreak: async ({ attemptId }, { actor, db, now, fail }) => {
    const { staffId } = actor
    await lockAttempt(db, attemptId)
    const attempt = await findOwnAttempt(db, attemptId, staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    await holdAttempt(db, attemptId)
    if ((await endRunningBreak(db, attemptId, now)) > 0) {
      await noteStops(db, { attemptIds: [attemptId], actorId: staffId, now })
      await moveOn(db, [attemptId], { reason: '休息结束', actorId: staffId, now })
      await moveDeadlines(db, { attemptIds: [attemptId], actorId: staffId, now })
    }
    return shownBreaks(db, attempt, now)
  },
}

async function shownBreaks(db: Db, { id, comfort }: OwnAttempt, now: Date) {
  const left = breaksLeft(comfort, await selectBreaks(db, id), now)
  return { allowedCount: comfort.breakCount ?? 0, ...left, serverTime: now }
}

/** A break that is used up ends by itself. */
export const endBreaksSweep: Sweep = {
  name: 'sitting.endBreaks',
  everySeconds: 3,
  run: (services) => endBreaks(services, databaseNow()),
}

export async function endBreaks({ pool, log }: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  for (const { companyId, id } of await inTransaction(pool, undefined, (db) => findEndedBreaks(db, now, 200))) {
    try {
      await inTransaction(pool, companyId, async (db) => {
        await lockAttempt(db, id)
        await holdAttempt(db, id)
        await moveOn(db, [id], { reason: '休息时长已用完', actorId: null, now })
        await moveDeadlines(db, { attemptIds: [id], actorId: null, now })
      })
    } catch (error) {
      log.error({ err: error, attemptId: id, companyId }, 'a break could not be ended')
    }
  }
}
