import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, searchesContacts } from '@kaopei/org/server'
import { type Actor, type DataScope, type Db, type Fail, type Handlers, implement, mayUse } from '@kaopei/server'
import { contestState, erasureReason, privateKinds, resultState, scaleKind } from '../../contract/codes.ts'
import { resultErrors } from '../../contract/errors.ts'
import { testResultMenu } from '../../contract/menus.ts'
import { report } from '../../contract/report.ts'
import { evaluationResult, type ResultFilter } from '../../contract/result.ts'
import { withShownAccounts } from '../people/shown-accounts.ts'
import { namesOfAsked } from './asked-names.sql.ts'
import { countErasures, eraseChosen, selectErasures } from './erase.sql.ts'
import { takeBack, tellResult } from './evidence.service.ts'
import { exportResultsJob } from './export.job.ts'
import { reportJob } from './pdf/report.job.ts'
import {
  answerContest,
  countFinished,
  countResults,
  findResult,
  markReviewed,
  type StoredResult,
  selectFinished,
  selectResults,
} from './result.sql.ts'

/** Whoever sees results does not thereby see personality. */
export const seesPrivate = (actor: Actor) => mayUse(actor, testResultMenu.rights.personality.code)

const handlers: Handlers<typeof evaluationResult> = {
  list: async ({ pageIndex, pageSize, ...filter }, { actor, db, scope }) => {
    const sight = contactSight(actor)
    const asked = { scope, seesPrivate: seesPrivate(actor), isSearched: searchesContacts(sight, scope) }
    const rows = await selectResults(db, asked, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await withShownAccounts(db, sight, rows), totalCount: await countResults(db, asked, filter) }
  },

  finished: async ({ pageIndex, pageSize, ...filter }, { actor, db, scope }) => {
    const asked = { scope, seesPrivate: seesPrivate(actor) }
    return {
      dataList: await selectFinished(db, asked, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countFinished(db, asked, filter),
    }
  },

  detail: async ({ evaluationResultId }, context) => {
    const found = await seenResult(context, evaluationResultId)
    const [shown = found] = await withShownAccounts(context.db, contactSight(context.actor), [found])
    return { ...shown, report: report.parse(found.report) }
  },

  review: async ({ evaluationResultId, isKept, note }, context) => {
    const { actor, db, fail, now, record } = context
    const found = await seenResult(context, evaluationResultId, 'update')
    const isQuestioned = found.state === resultState.doubtful || found.contestState !== contestState.none
    if (!isQuestioned) return fail(resultErrors.notDoubtful)
    const state = isKept ? resultState.kept : resultState.void
    await markReviewed(db, evaluationResultId, { state, note, actorId: actor.staffId, now })
    const { staffId, scaleId, issuedAt } = found
    if (isKept) await tellResult(db, { evaluationResultId, staffId, scaleId, issuedAt, report: report.parse(found.report) }, now)
    else await takeBack(db, [{ ...found, id: evaluationResultId }], { because: 'voided', by: actor.staffId, now })
    record({ targetId: evaluationResultId, targetName: found.staffName, after: { state, note } })
    return null
  },

  answerContest: async ({ evaluationResultId, text }, context) => {
    const { actor, db, fail, now, record } = context
    const found = await seenResult(context, evaluationResultId, 'update')
    if (found.contestState !== 1) return fail(resultErrors.notContested)
    await answerContest(db, evaluationResultId, { text, actorId: actor.staffId, now })
    record({ targetId: evaluationResultId, targetName: found.staffName, after: { contestAnswer: text } })
    return null
  },

  erase: async ({ ids, note }, { actor, db, now, record, scope }) => {
    const chosen = { ids, scope, seesPrivate: seesPrivate(actor) }
    const erasedCount = await eraseChosen(db, chosen, { reason: erasureReason.asked, note, actorId: actor.staffId, now })
    record({ targetName: `${erasedCount} 份测评结果`, after: { erasedCount, note } })
    return { erasedCount }
  },

  erasures: async ({ pageIndex, pageSize }, { db, scope }) => ({
    dataList: await selectErasures(db, scope, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countErasures(db, scope),
  }),

  download: async ({ evaluationResultId }, context) => {
    const { actor, db, record, scope } = context
    const found = await seenResult(context, evaluationResultId)
    const name = `${found.staffName}-${found.scaleName}`
    const { jobId } = await startTrackedJob(
      db,
      actor,
      reportJob,
      { evaluationResultId, name, scope },
      { conditions: { 测评: found.appointmentName } },
    )
    record({ targetId: evaluationResultId, targetName: found.staffName })
    return { jobId }
  },

  export: async (filter, { actor, db, record, scope }) => {
    const sight = contactSight(actor)
    const asked = { scope, seesPrivate: seesPrivate(actor) }
    const count = await countResults(db, { ...asked, isSearched: searchesContacts(sight, scope) }, filter)
    const payload = { ...asked, filter, sight, count }
    const { jobId } = await startTrackedJob(db, actor, exportResultsJob, payload, { conditions: await conditionsOf(db, filter) })
    record({ targetId: jobId, targetName: '测评结果', after: filter })
    return { jobId }
  },
}

export const resultEndpoints = implement(evaluationResult, handlers)

interface Seeing {
  readonly actor: Actor
  readonly db: Db
  readonly fail: Fail<typeof protocolErrors.notFound | (typeof resultErrors)['noRight']>
  readonly scope: DataScope
}

export async function seenResult({ actor, db, fail, scope }: Seeing, resultId: string, lock?: 'update'): Promise<StoredResult> {
  const found = (await findResult(db, scope, resultId, lock)) ?? fail(protocolErrors.notFound)
  return privateKinds.includes(found.kind) && !seesPrivate(actor) ? fail(resultErrors.noRight) : found
}

/** The filter as people read it in the download centre. */
async function conditionsOf(db: Db, filter: ResultFilter): Promise<Record<string, string>> {
  const { keyWords, kind, state, contestState: contest, beginTime, endTime, departmentId, scaleId, appointmentId } = filter
  const { department, scale, appointment } = await namesOfAsked(db, filter)
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(kind !== undefined && { 类型: scaleKind.label(kind) }),
    ...(appointmentId && { 测评: appointment ?? '已删除的测评' }),
    ...(scaleId && { 量表: scale ?? '已删除的量表' }),
    ...(state !== undefined && { 状态: resultState.label(state) }),
    ...(contest !== undefined && { 异议: contestState.label(contest) }),
    ...(departmentId && { 部门: department ?? '已删除的部门' }),
    ...((beginTime || endTime) && { 出具时间: `${beginTime ?? ''} 至 ${endTime ?? ''}` }),
  }
}
