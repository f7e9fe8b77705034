/** Tickets or attendance sheets of many, into the download centre. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportFile, JobFailure, type Tracked, trackedJob } from '@kaopei/jobs/server'
import { selectPortraits } from '@kaopei/org/server'
import { PrintFailure, type PrintPart, printParts } from '@kaopei/print'
import { databaseNow } from '@kaopei/server'
import { z } from 'zod'
import { printedSheetLabels, printedSheets } from '../../../contract/exam-tickets.ts'
import { findExam } from '../../exam.sql.ts'
import { reachShape } from '../reach.ts'
import { type PrintedRow, selectPrinted } from '../seats.sql.ts'
import { readPhotos } from './photos.ts'
import { printedExamOf } from './printed-exam.ts'
import { attendanceOf, type PrintedExam, printLimits, ticketsOf } from './sheets.ts'
import { attendanceTemplate, ticketTemplate } from './templates.ts'

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
    const { exam, people } = await tracked.transaction(async (db) => {
      const found = await findExam(db, wish.examId)
      if (!found) throw new JobFailure('考试已删除，无法打印')
      return { exam: await printedExamOf(db, found, databaseNow()), people: await selectPrinted(db, filterOf(wish)) }
    })
    tracked.setTotal(people.length)
    const folder = await mkdtemp(join(tmpdir(), 'kaopei-sheets-'))
    try {
      const path = join(folder, 'print.pdf')
      const [template, parts] =
        wish.sheet === 'tickets'
          ? [ticketTemplate, ticketParts(exam, people, tracked)]
          : [attendanceTemplate, onePart(attendanceOf(exam, people))]
      await printParts(template, parts, { path, ...printLimits }).catch(told)
      const file = { name: `${wish.examName}-${printedSheetLabels[wish.sheet]}.pdf`, contentType: 'application/pdf' }
      await exportFile(tracked, { ...file, body: createReadStream(path) }, (sizeBytes) => ({
        result: { rowCount: people.length, sizeBytes },
      }))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const filterOf = ({ examId, scope, roomId }: Payload) => ({ examId, scope, roomId })

/** So many tickets with photos go to the press at once; without photos all of them. */
const withPhotosAtOnce = 100

async function* ticketParts(
  exam: PrintedExam,
  people: readonly PrintedRow[],
  { services, transaction }: Pick<Tracked, 'services' | 'transaction'>,
): AsyncGenerator<PrintPart> {
  const staffIds = people.map(({ staffId }) => staffId)
  const { length: photoCount } = await transaction((db) => selectPortraits(db, staffIds))
  const size = photoCount === 0 ? people.length : withPhotosAtOnce
  for (let from = 0; from < people.length; from += size) {
    const some = people.slice(from, from + size)
    const photos = await transaction((db) =>
      readPhotos(
        db,
        services,
        some.map(({ staffId }) => staffId),
      ),
    )
    if (!photos) throw new JobFailure(`${withPhotosAtOnce} 人的照片超过 100 MB，请换用较小的照片后重试`)
    yield ticketsOf(exam, some, photos)
  }
}

async function* onePart(part: PrintPart): AsyncGenerator<PrintPart> {
  yield part
}

function told(error: unknown): never {
  throw error instanceof PrintFailure ? new JobFailure(error.message, { cause: error }) : error
}
