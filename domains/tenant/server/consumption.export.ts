import { exportWorkbook, trackedJob } from '@kaopei/jobs/server'
import { contactSightShape, shownAccount } from '@kaopei/org/server'
import { z } from 'zod'
import { consumptionFilter } from '../contract/consumption.ts'
import { type ConsumptionFilter, streamConsumption } from './consumption.sql.ts'

const subjects = { exam: '考试', measurement: '测评' } as const
const columns = [
  { title: '姓名' },
  { title: '登录账号', width: 18 },
  { title: '部门', width: 24 },
  { title: '消耗时间', kind: 'datetime', width: 20 },
] as const

export const useWords = { exam: '考试消耗', measurement: '测评消耗' } as const

/** The filter with the reach of who asked: the job sees what they saw. */
const payload = z.object({
  kind: z.enum(['exam', 'measurement']),
  filter: consumptionFilter,
  scope: z
    .object({
      departmentIds: z.array(z.string()),
      subtreeIds: z.array(z.string()),
      ownStaffId: z.string().nullable(),
    })
    .nullable(),
  /** Whose contacts whoever asked reads; jobs of the version before tell none. */
  sight: contactSightShape.default(null),
})

export const consumptionExport = trackedJob({
  kind: 'tenant.consumption',
  title: ({ kind }) => useWords[kind],
  payload,
  run: async ({ kind, filter, scope, sight }, tracked) => {
    const reach = scope === null ? ({ kind: 'all' } as const) : ({ kind: 'some', ...scope } as const)
    const name = useWords[kind]
    await tracked.transaction((db) => {
      const rows = rowsOf(streamConsumption(db, { companyId: tracked.companyId, kind, scope: reach, sight, filter }))
      return exportWorkbook(tracked, {
        fileName: `${name}.xlsx`,
        sheets: [{ name, columns: [{ title: `${subjects[kind]}名称`, width: 36 }, ...columns], rows }],
      })
    })
  },
})

async function* rowsOf(uses: ReturnType<typeof streamConsumption>) {
  for await (const use of uses)
    yield [
      use.subjectName ?? '',
      use.staffName ?? '',
      shownAccount(use.loginAccount ?? '', use.isReadable),
      use.departmentName ?? '',
      use.at,
    ]
}

/** The filter as people read it in the download centre. */
export function conditionsOf({ beginTime, endTime, keyWords }: ConsumptionFilter): Record<string, string> {
  return {
    ...((beginTime || endTime) && { 时间: `${beginTime ?? ''} 至 ${endTime ?? ''}` }),
    ...(keyWords && { 关键字: keyWords }),
  }
}
