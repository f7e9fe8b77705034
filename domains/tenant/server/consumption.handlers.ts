import { startTrackedJob } from '@kaopei/jobs/server'
import type { Handlers } from '@kaopei/server'
import type { examConsumption, measurementConsumption } from '../contract/consumption.ts'
import { conditionsOf, consumptionExport, useWords } from './consumption.export.ts'
import { pageOfConsumption, quotaAndUse, type UseKind } from './consumption.sql.ts'

/** Exams and measurements are counted alike. */
export const consumptionHandlers = (
  kind: UseKind,
): Handlers<typeof examConsumption> & Handlers<typeof measurementConsumption> => ({
  list: ({ pageIndex, pageSize, ...filter }, { actor, db, scope }) =>
    pageOfConsumption(db, { companyId: actor.companyId, kind, scope, filter }, { pageIndex, pageSize }),
  summary: async (_input, { actor, db, now }) => {
    const { quota, used } = await quotaAndUse(db, actor.companyId, kind)
    return { quota, used, balance: quota === null ? null : Math.max(0, quota - used), asOf: now }
  },
  export: async (filter, { actor, db, record, scope }) => {
    const conditions = conditionsOf(filter)
    const reach =
      scope.kind === 'all'
        ? null
        : { departmentIds: [...scope.departmentIds], subtreeIds: [...scope.subtreeIds], ownStaffId: scope.ownStaffId }
    const { jobId } = await startTrackedJob(db, actor, consumptionExport, { kind, filter, scope: reach }, { conditions })
    record({ targetId: jobId, targetName: useWords[kind], after: filter })
    return { jobId }
  },
})
