import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { seenAmong } from '@kaopei/learning/server'
import { contactSight, departmentCondition } from '@kaopei/org/server'
import type { Handlers } from '@kaopei/server'
import { learnerStandingLabels, type personProgress } from '../../contract/person-progress.ts'
import { progressErrors } from '../../contract/progress-errors.ts'
import { countCoursesOf, countPeople, selectCoursesOf, selectPeople, selectPeopleBy } from './people.sql.ts'
import { exportPeopleJob } from './people-export.job.ts'
import { withShownAccounts } from './shown-accounts.ts'

export const peopleHandlers: Handlers<typeof personProgress> = {
  people: async ({ pageIndex, pageSize, sortField, sortOrder, ...wish }, { actor, db, now, scope }) => {
    const filter = { ...wish, scope, now, sight: contactSight(actor) }
    const place = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = sortField
      ? await selectPeopleBy(db, filter, { figure: sortField, isAscending: sortOrder === 'asc' }, place)
      : await selectPeople(db, filter, place)
    return { dataList: await withShownAccounts(db, filter.sight, rows), totalCount: await countPeople(db, filter) }
  },

  courses: async ({ staffId, pageIndex, pageSize }, { db, fail, now, scope }) => {
    if ((await seenAmong(db, [staffId], scope)).length === 0) return fail(protocolErrors.notFound)
    const place = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return {
      dataList: await selectCoursesOf(db, { staffId, now }, place),
      totalCount: await countCoursesOf(db, staffId),
    }
  },

  exportPeople: async (wish, { actor, db, fail, now, record, scope }) => {
    const sight = contactSight(actor)
    const count = await countPeople(db, { ...wish, scope, now, sight })
    if (count === 0) return fail(progressErrors.nothingToExport)
    const { keyWords, departmentId, standing } = wish
    const conditions = {
      人数: count,
      ...(keyWords && { 关键字: keyWords }),
      ...(await departmentCondition(db, departmentId)),
      ...(standing && { 学习情况: learnerStandingLabels[standing] }),
    }
    const { jobId } = await startTrackedJob(db, actor, exportPeopleJob, { ...wish, scope, sight, count }, { conditions })
    record({ targetName: '人员学习进度', after: { jobId, count } })
    return { jobId }
  },
}
