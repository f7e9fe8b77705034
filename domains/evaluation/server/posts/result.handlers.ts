import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, searchesContacts } from '@kaopei/org/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { contestState } from '../../contract/codes.ts'
import { resultErrors } from '../../contract/errors.ts'
import { postVerdictWords } from '../../contract/post-codes.ts'
import { type PostResultFilter, postResult } from '../../contract/post-result.ts'
import { seesPrivate } from '../doors.ts'
import { withShownAccounts } from '../people/shown-accounts.ts'
import { namesOfAsked } from '../results/asked-names.sql.ts'
import { countNames, selectNames } from './assessment.sql.ts'
import { answerContest, lockContest } from './contest.sql.ts'
import { exportPostResultsJob } from './export.job.ts'
import { postReportJob } from './pdf/post-report.job.ts'
import { countEditions, countPostResults, findPostResult, selectEditions, selectPostResults } from './result.sql.ts'
import { shownResult } from './shown-result.ts'

const handlers: Handlers<typeof postResult> = {
  list: async ({ pageIndex, pageSize, ...filter }, { actor, db, scope }) => {
    const sight = contactSight(actor)
    const asked = { scope, isSearched: searchesContacts(sight, scope) }
    const rows = await selectPostResults(db, asked, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await withShownAccounts(db, sight, rows), totalCount: await countPostResults(db, asked, filter) }
  },

  detail: async ({ postResultId }, { actor, db, fail, scope }) => {
    const found = (await findPostResult(db, scope, postResultId)) ?? fail(protocolErrors.notFound)
    const [shown = found] = await withShownAccounts(db, contactSight(actor), [found])
    const report = await shownResult(db, shown, { seesPersonality: seesPrivate(actor) })
    return { ...report, editionCount: await countEditions(db, found) }
  },

  editions: async ({ postResultId, pageIndex, pageSize }, { db, fail, scope }) => {
    const found = (await findPostResult(db, scope, postResultId)) ?? fail(protocolErrors.notFound)
    return {
      dataList: await selectEditions(db, found, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
      totalCount: await countEditions(db, found),
    }
  },

  answerContest: async ({ postResultId, text }, { actor, db, fail, now, record, scope }) => {
    const found = (await findPostResult(db, scope, postResultId)) ?? fail(protocolErrors.notFound)
    if ((await lockContest(db, found)) !== contestState.open) return fail(resultErrors.notContested)
    await answerContest(db, found, { text, actorId: actor.staffId, now })
    record({ targetId: postResultId, targetName: found.staffName, after: { contestAnswer: text } })
    return null
  },

  download: async ({ postResultId }, { actor, db, fail, record, scope }) => {
    const found = (await findPostResult(db, scope, postResultId)) ?? fail(protocolErrors.notFound)
    const name = `${found.staffName}-${found.postName}岗位测评报告`
    const payload = { postResultId, name, scope, seesPersonality: seesPrivate(actor) }
    const conditions = { 岗位测评: found.assessmentName }
    const { jobId } = await startTrackedJob(db, actor, postReportJob, payload, { conditions })
    record({ targetId: postResultId, targetName: found.staffName })
    return { jobId }
  },

  export: async (filter, { actor, db, record, scope }) => {
    const sight = contactSight(actor)
    const count = await countPostResults(db, { scope, isSearched: searchesContacts(sight, scope) }, filter)
    const payload = { filter, scope, seesPersonality: seesPrivate(actor), sight, count }
    const conditions = await conditionsOf(db, filter)
    const { jobId } = await startTrackedJob(db, actor, exportPostResultsJob, payload, { conditions })
    record({ targetId: jobId, targetName: '岗位测评报告', after: filter })
    return { jobId }
  },

  assessments: async ({ pageIndex, pageSize, ...filter }, { db }) => ({
    dataList: await selectNames(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),
    totalCount: await countNames(db, filter),
  }),
}

export const postResultEndpoints = implement(postResult, handlers)

/** The filter as people read it in the download centre. */
async function conditionsOf(db: Db, filter: PostResultFilter): Promise<Record<string, string>> {
  const { keyWords, verdict, isComplete, contestState: contest, beginTime, endTime, departmentId, postId, assessmentId } = filter
  const { department, post, assessment } = await namesOfAsked(db, filter)
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(postId && { 岗位: post ?? '已删除的岗位' }),
    ...(assessmentId && { 岗位测评: assessment ?? '已删除的岗位测评' }),
    ...(isComplete !== undefined && { 完整: isComplete === 1 ? '各项齐全' : '有缺项' }),
    ...(departmentId && { 部门: department ?? '已删除的部门' }),
    ...(verdict && { 结论: postVerdictWords[verdict].label }),
    ...(contest !== undefined && { 异议: contestState.label(contest) }),
    ...((beginTime || endTime) && { 出具时间: `${beginTime ?? ''} 至 ${endTime ?? ''}` }),
  }
}
