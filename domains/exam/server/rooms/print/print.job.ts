/** Tickets or attendance sheets of many, into the download centre. */
import { exportFile, JobFailure, trackedJob } from '@kaopei/jobs/server'
import { PrintFailure } from '@kaopei/print'
import { databaseNow } from '@kaopei/server'
import { z } from 'zod'
import { printedSheetLabels, printedSheets } from '../../../contract/exam-tickets.ts'
import { findExam } from '../../exam.sql.ts'
import { reachShape } from '../reach.ts'
import { selectPrinted } from '../seats.sql.ts'
import { readPhotos } from './photos.ts'
import { printedExamOf } from './printed-exam.ts'
import { printSheet } from './sheets.ts'

const payload = z.object({
  examId: z.string(),
  examName: z.string(),
  sheet: z.enum(printedSheets),
  roomId: z.string().optional(),
  scope: reachShape,
})
type Payload = z.output<typeof payload>

export const printSheetsJob = trackedJob({
  kind: 'examSheets',
  title: ({ examName, sheet }) => `${examName}-${printedSheetLabels[sheet]}`,
  payload,
  run: async (wish, tracked) => {
    const { exam, people, photos } = await tracked.transaction(async (db) => {
      const found = await findExam(db, wish.examId)
      if (!found) throw new JobFailure('考试已删除，无法打印')
      const rows = await selectPrinted(db, filterOf(wish))
      const staffIds = wish.sheet === 'tickets' ? rows.map(({ staffId }) => staffId) : []
      const read = await readPhotos(db, tracked.services, staffIds)
      if (!read) throw new JobFailure('照片共超过 100 MB，请按考场分批打印')
      return { exam: await printedExamOf(db, found, databaseNow()), people: rows, photos: read }
    })
    tracked.setTotal(people.length)
    const body = Buffer.from(await printed(wish, { exam, people, photos }))
    const name = `${wish.examName}-${printedSheetLabels[wish.sheet]}.pdf`
    await exportFile(tracked, { name, contentType: 'application/pdf', body }, (sizeBytes) => ({
      result: { rowCount: people.length, sizeBytes },
    }))
  },
})

const filterOf = ({ examId, scope, roomId }: Payload) => ({ examId, scope, roomId })

async function printed({ sheet }: Payload, what: Parameters<typeof printSheet>[1]): Promise<Uint8Array> {
  try {
    return await printSheet(sheet, what)
  } catch (error) {
    if (error instanceof PrintFailure) throw new JobFailure(error.message, { cause: error })
    throw error
  }
}
