/** The page of a report as a PDF, under /downLoadCeping: of whom somebody may see, decided when it was asked for and again when it is made. */
import { exportFile, JobFailure, trackedJob } from '@kaopei/jobs/server'
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import { PrintFailure, printPdf } from '@kaopei/print'
import { dataScopeShape } from '@kaopei/server'
import { z } from 'zod'
import { report } from '../../../contract/report.ts'
import { findResult } from '../result.sql.ts'
import { reportTemplate } from './report.template.ts'
import { type Printed, reportData } from './report-data.ts'

export const reportJob = trackedJob({
  kind: 'evaluation.report',
  title: ({ name }) => name,
  payload: z.object({ evaluationResultId: z.string(), name: z.string(), scope: dataScopeShape }),
  run: async ({ evaluationResultId, name, scope }, tracked) => {
    const printed = await tracked.transaction(async (db): Promise<Printed> => {
      const found = await findResult(db, scope, evaluationResultId)
      if (!found) throw new JobFailure('测评结果已删除，无法生成报告')
      const [company] = await companiesByIds(db, [db.companyId])
      const { issuedAt, state } = found
      return { report: report.parse(found.report), issuedAt, state, zone: await timeZoneOf(db), companyName: company?.name ?? '' }
    })
    const file = { name: `${name}.pdf`, contentType: 'application/pdf', body: Buffer.from(await print(printed)) }
    await exportFile(tracked, file, (sizeBytes) => ({ result: { sizeBytes } }))
  },
})

async function print(printed: Printed): Promise<Uint8Array> {
  try {
    return await printPdf(reportTemplate, reportData(printed))
  } catch (error) {
    if (error instanceof PrintFailure) throw new JobFailure(error.message, { cause: error })
    throw error
  }
}
