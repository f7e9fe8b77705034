/** The page of a report for a post as a PDF, under /downLoadCeping: what somebody may see was decided when it was asked for. */
import { exportFile, JobFailure, trackedJob } from '@kaopei/jobs/server'
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import { PrintFailure, printPdf } from '@kaopei/print'
import { dataScopeShape } from '@kaopei/server'
import { z } from 'zod'
import { findPostResult } from '../result.sql.ts'
import { shownResult } from '../shown-result.ts'
import { postReportTemplate } from './post-report.template.ts'
import { type PrintedPost, postReportData } from './post-report-data.ts'

export const postReportJob = trackedJob({
  kind: 'evaluation.postReport',
  title: ({ name }) => name,
  payload: z.object({ postResultId: z.string(), name: z.string(), scope: dataScopeShape, seesPersonality: z.boolean() }),
  run: async ({ postResultId, name, scope, seesPersonality }, tracked) => {
    const printed = await tracked.transaction(async (db): Promise<PrintedPost> => {
      const found = await findPostResult(db, scope, postResultId)
      if (!found) throw new JobFailure('岗位测评报告不存在，无法生成')
      const [company] = await companiesByIds(db, [db.companyId])
      const shown = await shownResult(db, found, { seesPersonality })
      return { shown, zone: await timeZoneOf(db), companyName: company?.name ?? '' }
    })
    const file = { name: `${name}.pdf`, contentType: 'application/pdf', body: Buffer.from(await print(printed)) }
    await exportFile(tracked, file, (sizeBytes) => ({ result: { sizeBytes } }))
  },
})

async function print(printed: PrintedPost): Promise<Uint8Array> {
  try {
    return await printPdf(postReportTemplate, postReportData(printed))
  } catch (error) {
    if (error instanceof PrintFailure) throw new JobFailure(error.message, { cause: error })
    throw error
  }
}
