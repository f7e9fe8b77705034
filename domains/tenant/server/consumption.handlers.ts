import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, readableContacts, shownAccount } from '@kaopei/org/server'
import { quotaAndUse } from '@kaopei/platform/server'
import type { Handlers } from '@kaopei/server'
import type { examConsumption, measurementConsumption } from '../contract/consumption.ts'
import { conditionsOf, consumptionExport, useWords } from './consumption.export.ts'
import { pageOfConsumption, type UseKind } from './consumption.sql.ts'

/** Exams and measurements are counted alike. */
export const consumptionHandlers = (
  kind: UseKind,
): Handlers<typeof examConsumption> & Handlers<typeof measurementConsumption> => ({
  list: async ({ pageIndex, pageSize, ...filter }, { actor, db, scope }) => {
    const asked = { companyId: actor.companyId, kind, scope, sight: contactSight(actor), filter }
    const { dataList: uses, totalCount } = await pageOfConsumption(db, asked, { pageIndex, pageSize })
    const staffIds = uses.map(({ staffId }) => staffId)
    const isReadable = await readableContacts(db, asked.sight, staffIds)
    const dataList = uses.map((use) => ({ ...use, loginAccount: shownAccount(use.loginAccount, isReadable(use.staffId)) }))
    return { dataList, totalCount }
  },
  summary: async (_input, { db, now }) => {
    const { quota, used } = await quotaAndUse(db, kind)
    return { quota, used, balance: quota === null ? null : Math.max(0, quota - used), asOf: now }
  },
  export: async (filter, { actor, db, record, scope }) => {
    const conditions = conditionsOf(filter)
    const reach =
      scope.kind === 'all'
        ? null
        : { departmentIds: [...scope.departmentIds], subtreeIds: [...scope.subtreeIds], ownStaffId: scope.ownStaffId }
    const payload = { kind, filter, scope: reach, sight: contactSight(actor) }
    const { jobId } = await startTrackedJob(db, actor, consumptionExport, payload, { conditions })
    record({ targetId: jobId, targetName: useWords[kind], after: filter })
    return { jobId }
  },
})
