import { protocolErrors } from '@kaopei/contract'
import { ladderOf, rulesOf } from '@kaopei/course/contract/reminder-rules'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { type Context, enqueue, type Handlers, implement } from '@kaopei/server'
import { projectStatus } from '../../contract/codes.ts'
import { projectErrors, projectNoticeErrors } from '../../contract/errors.ts'
import { projectNotice } from '../../contract/notice.ts'
import { wordsOfNotice } from '../../contract/reminder-rules.ts'
import { isChangeable } from '../../contract/status.ts'
import { findProject } from '../projects/project.sql.ts'
import { countJudged } from './judge.sql.ts'
import { countNotices, countTold, insertNotice, selectNotices, selectTold } from './notice.sql.ts'
import { notifyJob } from './notify.job.ts'
import { replaceRules, selectRules } from './rule.sql.ts'
import { reachOf } from './write.ts'

const handlers: Handlers<typeof projectNotice> = {
  touch: async (wish, context) => {
    const { reach, counts } = await judgedBy(wish, context)
    return { ...counts, ...reach }
  },

  send: async ({ title, content, ...whom }, context) => {
    const { actor, db, fail, now, record, scope } = context
    const { project, reach, counts } = await judgedBy(whom, context)
    if (project.status === projectStatus.draft || project.status === projectStatus.archived) {
      const text = `项目${projectStatus.label(project.status)}，不能发送通知`
      return fail(projectErrors.wrongState, { text, data: { status: project.status } })
    }
    if (!reach.mail && !reach.sms) return fail(projectNoticeErrors.noChannel)
    if (counts.writtenCount === 0) return fail(projectNoticeErrors.nobody)
    const notice = { projectId: project.id, rule: 'hand', title, content, askedBy: actor.staffId, now }
    const noticeId = await insertNotice(db, notice)
    await enqueue(db, notifyJob, db.companyId, { ...whom, noticeId, scope })
    record({ targetId: project.id, targetName: project.name, after: { title, notifiedCount: counts.writtenCount } })
    return { noticeId }
  },

  list: async ({ projectId, pageIndex, pageSize }, { actor, db, fail, scope }) => {
    if (!(await findProject(db, projectId))) return fail(protocolErrors.notFound)
    // The figures are of everybody: who does not see everybody sees their own.
    const whose = { projectId, askedBy: scope.kind === 'all' ? null : actor.staffId }
    const rows = await selectNotices(db, whose, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: rows.map(({ rule, ...row }) => ({ ...row, words: wordsOfNotice(rule) })),
      totalCount: await countNotices(db, whose),
    }
  },

  noticeList: async ({ pageIndex, pageSize, query, ...wish }, { actor, db, fail, scope }) => {
    if (!(await findProject(db, wish.projectId))) return fail(protocolErrors.notFound)
    const filter = { ...wish, scope, search: searchFor(actor, scope, query) }
    const rows = await selectTold(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: (await withShownContacts(db, actor, rows)).map(({ rule, phone: _phone, email: _email, ...row }) => ({
        ...row,
        words: wordsOfNotice(rule),
      })),
      totalCount: await countTold(db, filter),
    }
  },

  rules: async ({ projectId }, { db, fail }) => {
    if (!(await findProject(db, projectId))) return fail(protocolErrors.notFound)
    return ladderOf(await selectRules(db, projectId))
  },

  setRules: async ({ projectId, ...wish }, { actor, db, fail, now, record, scope }) => {
    const project = await findProject(db, projectId)
    if (!project) return fail(protocolErrors.notFound)
    if (!isChangeable(project.status)) return fail(projectErrors.fixed)
    if (scope.kind !== 'all') return fail(projectNoticeErrors.rulesForAll)
    const before = ladderOf(await selectRules(db, projectId))
    await replaceRules(db, { projectId, rules: rulesOf(wish), setBy: actor.staffId, now })
    record({ targetId: projectId, targetName: project.name, before, after: wish })
    return null
  },
}

export const noticeEndpoints = implement(projectNotice, handlers)

type Asking = Context<(typeof projectNotice)['send']> | Context<(typeof projectNotice)['touch']>

/** Whom it would reach by hand now. */
async function judgedBy(
  whom: { projectId: string; staffIds?: readonly string[] | undefined; onlyOwing: boolean },
  { db, fail, scope, services }: Asking,
) {
  const project = await findProject(db, whom.projectId)
  if (!project) return fail(protocolErrors.notFound)
  const reach = await reachOf(db, services, 'projectNotice')
  return { project, reach, counts: await countJudged(db, { ...whom, scope, reach }) }
}
