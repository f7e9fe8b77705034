import { protocolErrors } from '@kaopei/contract'
import { type Context, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { evaluationLearn } from '../../contract/answering.ts'
import { appointmentStatus, contestState, sittingState } from '../../contract/codes.ts'
import { answerErrors, resultErrors } from '../../contract/errors.ts'
import { report } from '../../contract/report.ts'
import { countOwn, findOwn, markContested, selectOwn } from '../results/own.sql.ts'
import { statusAt } from '../rules/status-at.ts'
import { leavePlace, submitPlace } from './hand-in.service.ts'
import { beginPlace, findPlace, openPlace, type Place, saveWrites, takeOverPlace } from './rater.service.ts'
import { type MyEvaluation, selectMine } from './sitting.sql.ts'

const handlers: Handlers<typeof evaluationLearn> = {
  mine: async ({ only, pageIndex, pageSize }, { actor, db, now }) => {
    const all = (await selectMine(db, actor.staffId)).map((one) => shownMine(one, now))
    const isDone = (state: number) =>
      state === sittingState.submitted || state === sittingState.withdrawn || state === sittingState.expired
    const wanted = all.filter(({ state }) => only === 'all' || isDone(state) === (only === 'done'))
    return { dataList: wanted.slice((pageIndex - 1) * pageSize, pageIndex * pageSize), totalCount: wanted.length }
  },

  open: async ({ raterId, device }, context) => openPlace(context, await ownPlace(context, raterId), device),

  begin: async ({ raterId, ...given }, context) => beginPlace(context, await ownPlace(context, raterId, 'share'), given),

  takeOver: async ({ raterId, device }, context) => takeOverPlace(context, await ownPlace(context, raterId, 'share'), device),

  save: async ({ raterId, ...given }, context) => saveWrites(context, await ownPlace(context, raterId, 'share'), given),

  submit: async ({ raterId, leaseEpoch }, context) => submitPlace(context, await ownPlace(context, raterId, 'share'), leaseEpoch),

  leave: async ({ raterId }, context) => leavePlace(context, await ownPlace(context, raterId, 'share')),

  results: async ({ pageIndex, pageSize }, { actor, db }) => ({
    dataList: await selectOwn(db, actor.staffId, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countOwn(db, actor.staffId),
  }),

  result: async ({ evaluationResultId }, { actor, db, fail }) => {
    const found = (await findOwn(db, actor.staffId, evaluationResultId)) ?? fail(protocolErrors.notFound)
    return { ...found, report: report.parse(found.report) }
  },

  contest: async ({ evaluationResultId, text }, { actor, db, fail, now, record }) => {
    const found = (await findOwn(db, actor.staffId, evaluationResultId, 'update')) ?? fail(protocolErrors.notFound)
    if (found.contestState === contestState.open) return fail(resultErrors.contested)
    await markContested(db, evaluationResultId, { text, now })
    record({ targetId: evaluationResultId, targetName: report.parse(found.report).appointmentName, after: { contestText: text } })
    return null
  },
}

export const learnEndpoints = implement(evaluationLearn, handlers)

interface Asking {
  readonly actor: Context<typeof evaluationLearn.open>['actor']
  readonly db: Db
  readonly fail: Fail<(typeof answerErrors)['notYours']>
}

/** The person's own place; a link is no place of anybody. */
async function ownPlace({ actor, db, fail }: Asking, raterId: string, lock?: 'share'): Promise<Place> {
  const place = await findPlace(db, raterId, lock)
  return place?.rater.raterStaffId === actor.staffId ? place : fail(answerErrors.notYours)
}

function shownMine({ startAt, endAt, isBegun, submittedAt, withdrawnAt, ...one }: MyEvaluation, now: Date) {
  const status = statusAt({ status: one.status, startAt, endAt }, now)
  const isOver = status === appointmentStatus.closed || status === appointmentStatus.ended
  const running = isOver ? sittingState.expired : isBegun ? sittingState.begun : sittingState.open
  const state = withdrawnAt ? sittingState.withdrawn : submittedAt ? sittingState.submitted : running
  return { ...one, status, state, endTime: endAt }
}
