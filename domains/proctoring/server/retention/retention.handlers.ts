import { type StoredDays, saveRecordingDays, selectRecordingDays } from '@kaopei/exam/server'
import { companySite } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { retention, retentionErrors } from '../../contract/retention.ts'
import { selectFaces } from './faces.sql.ts'
import { storeStates } from './stores.ts'

/** Of that many people a company has to tell the authority (100,000 stored faces): it is warned before. */
export const facesWarnFrom = 80_000

const handlers: Handlers<typeof retention> = {
  getDays: async (_input, { db }) => selectRecordingDays(db),

  saveDays: async (given, { db, record, fail }) => {
    const before = await selectRecordingDays(db)
    if (!(await saveRecordingDays(db, given))) return fail(retentionErrors.daysMoved)
    const after = await selectRecordingDays(db)
    record({ targetId: db.companyId, targetName: '监考数据保存期限', before: told(before), after: told(after) })
    return after
  },

  faces: async (_input, { db }) => {
    const dataList = await selectFaces(db)
    const peopleCount = dataList.reduce((sum, company) => sum + company.peopleCount, 0)
    return { peopleCount, warnFrom: facesWarnFrom, dataList }
  },

  stores: async (_input, { db, services }) => {
    const { origin } = new URL(await companySite(db, services))
    return { origin, dataList: await storeStates(services, origin) }
  },
}

function told({ version: _version, ...days }: StoredDays) {
  return days
}

export const retentionEndpoints = implement(retention, handlers)
