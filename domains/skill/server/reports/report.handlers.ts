import { startTrackedJob } from '@kaopei/jobs/server'
import { type Actor, type Context, type DataScope, type Db, type Handlers, implement, scopeOn } from '@kaopei/server'
import { postModelErrors } from '../../contract/errors.ts'
import { courseByDepartment, courseByPerson, postByDepartment, postByPerson } from '../../contract/menus.ts'
import { type ReportAsked, skillReport } from '../../contract/report.ts'
import { modelsOf } from '../people/gaps.ts'
import { namesOfAsked } from './asked-names.sql.ts'
import { exportReportJob, type ReportPayload } from './export.job.ts'
import { heatOf, opensPeople, opensSkillPeople } from './heat.ts'
import { courseDepartments, coursePeople, postDepartments, postPeople, skillPeople } from './report.service.ts'

const portionOf = ({ pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number }) => ({
  limit: pageSize,
  offset: (pageIndex - 1) * pageSize,
})
const opensPostPeople = (actor: Actor) => opensPeople(actor, scopeOn(actor, postByDepartment.name), { people: postByPerson })
const opensCoursePeople = (actor: Actor) =>
  opensPeople(actor, scopeOn(actor, courseByDepartment.name), { people: courseByPerson })

type Exporting = Pick<Context<typeof skillReport.exportHeat>, 'actor' | 'db' | 'record'> & { readonly scope: DataScope }

/** In words, and without ids: whoever reads the list of downloads is told what was asked, not by which key. */
async function shownConditions(db: Db, asked: ReportAsked): Promise<Record<string, string>> {
  const { beginTime, endTime, keyWords, departmentId, isDirect, postId, skillId, groupId } = asked
  const { department, post, skill, group } = await namesOfAsked(db, asked)
  return {
    ...(beginTime && { 开始日期: beginTime }),
    ...(endTime && { 结束日期: endTime }),
    ...(departmentId && { 部门: department ?? '已删除的部门' }),
    ...(departmentId && { 部门范围: isDirect ? '仅直属' : '含下级' }),
    ...(postId && { 岗位: post ?? '已删除的岗位' }),
    ...(skillId && { 技能: skill ?? '已删除的技能' }),
    ...(groupId && { 技能分类: group ?? '已删除的技能分类' }),
    ...(keyWords && { 关键字: keyWords }),
  }
}

async function startExport(
  { fields, ...asked }: ReportAsked & { readonly fields: readonly string[] },
  { actor, db, record, scope }: Exporting,
  { report, isOpen }: Pick<ReportPayload, 'report' | 'isOpen'>,
) {
  const payload = { report, asked, scope, isOpen, fields: [...fields] }
  const { jobId } = await startTrackedJob(db, actor, exportReportJob, payload, { conditions: await shownConditions(db, asked) })
  record({ targetId: jobId, targetName: exportReportJob.title(payload), after: { ...asked } })
  return { jobId }
}

const handlers: Handlers<typeof skillReport> = {
  heat: async (wish, { actor, db, now, scope }) => heatOf(db, scope, wish, { isOpen: opensSkillPeople(actor), now }),
  exportHeat: async (wish, context) => startExport(wish, context, { report: 'heat', isOpen: opensSkillPeople(context.actor) }),

  skillPeople: async (asked, { db, now, scope }) => skillPeople(db, scope, asked, { ...portionOf(asked), now }),
  exportSkillPeople: async (wish, context) => startExport(wish, context, { report: 'skillPeople', isOpen: true }),

  postDepartments: async (asked, { actor, db, scope }) =>
    postDepartments(db, scope, asked, { ...portionOf(asked), isOpen: opensPostPeople(actor) }),
  exportPostDepartments: async (wish, context) =>
    startExport(wish, context, { report: 'postDepartments', isOpen: opensPostPeople(context.actor) }),

  postPeople: async (asked, { db, fail, scope }) =>
    (await postPeople(db, scope, asked, portionOf(asked))) ?? fail(postModelErrors.noModel),
  exportPostPeople: async (wish, context) => {
    const isModelled = wish.postId !== undefined && (await modelsOf(context.db, [wish.postId])).has(wish.postId)
    if (!isModelled) return context.fail(postModelErrors.noModel)
    return startExport(wish, context, { report: 'postPeople', isOpen: true })
  },

  courseDepartments: async (asked, { actor, db, fail, scope }) =>
    (await courseDepartments(db, scope, asked, { ...portionOf(asked), isOpen: opensCoursePeople(actor) })) ??
    fail(postModelErrors.tooManyPeople),
  exportCourseDepartments: async (wish, context) =>
    startExport(wish, context, { report: 'courseDepartments', isOpen: opensCoursePeople(context.actor) }),

  coursePeople: async (asked, { db, scope }) => coursePeople(db, scope, asked, portionOf(asked)),
  exportCoursePeople: async (wish, context) => startExport(wish, context, { report: 'coursePeople', isOpen: true }),
}

export const skillReportEndpoints = implement(skillReport, handlers)
