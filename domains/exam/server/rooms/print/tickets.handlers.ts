import { protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { printPdf, printWhole } from '@kaopei/print'
import { type Db, type FileAnswer, type Handlers, implement, type Services } from '@kaopei/server'
import { planErrors } from '@kaopei/venue/contract/errors'
import { readPlan } from '@kaopei/venue/server'
import { examErrors } from '../../../contract/exam-errors.ts'
import { examTickets, printedSheetLabels } from '../../../contract/exam-tickets.ts'
import { type ExamRow, findExam } from '../../exam.sql.ts'
import { examOwner } from '../../times/terms.ts'
import { reachOf } from '../reach.ts'
import { countSeated, type PrintedRow, selectPrinted } from '../seats.sql.ts'
import { noPhotos, readPhotos } from './photos.ts'
import { printSheetsJob } from './print.job.ts'
import { printedExamOf } from './printed-exam.ts'
import { printLimits, ticketsOf } from './sheets.ts'
import { ticketTemplate } from './templates.ts'

/** About the size of a file that is still opened at once. */
const mostPrinted = 3000

const handlers: Handlers<typeof examTickets> = {
  ticket: async ({ examinationId: examId, staffId }, { actor, db, now, scope: dataScope, services, fail, record }) => {
    const scope = reachOf(actor, dataScope)
    const exam = await findExam(db, examId)
    if (!exam || (await countSeated(db, { examId, scope, staffIds: [staffId] })) === 0) return fail(protocolErrors.notFound)
    const [person] = await selectPrinted(db, { examId, scope, staffIds: [staffId] })
    if (!person) return fail(planErrors.needsSeat)
    record({ targetId: examId, targetName: exam.name, after: { candidate: person.name, printed: printedSheetLabels.tickets } })
    return ticketFile({ db, services, now }, exam, person)
  },

  print: async ({ examinationId: examId, sheet, roomId }, { actor, db, scope: dataScope, fail, record }) => {
    const scope = reachOf(actor, dataScope)
    const exam = await findExam(db, examId)
    if (!exam) return fail(protocolErrors.notFound)
    const count = await countSeated(db, { examId, scope, roomId, isSeated: true })
    if (count === 0) return fail(examErrors.nobodySeated)
    if (count > mostPrinted) return fail(examErrors.tooManyToPrint)
    const wish = { examId, examName: exam.name, sheet, scope, ...(roomId && { roomId }) }
    const room = roomId && (await readPlan(db, examOwner(exam.id))).rooms.find((one) => one.roomId === roomId)
    const conditions = {
      ...{ 考试: exam.name, 打印内容: printedSheetLabels[sheet], 人数: count },
      ...(room && { 考场: room.roomName }),
    }
    const { jobId } = await startTrackedJob(db, actor, printSheetsJob, wish, { conditions })
    record({ targetId: examId, targetName: exam.name, after: { jobId, count, printed: printedSheetLabels[sheet] } })
    return { jobId }
  },
}

interface Asked {
  readonly db: Db
  readonly services: Services
  readonly now: Date
}

export async function ticketFile({ db, services, now }: Asked, exam: ExamRow, person: PrintedRow): Promise<FileAnswer> {
  const photos = (await readPhotos(db, services, [person.staffId])) ?? noPhotos
  const part = ticketsOf(await printedExamOf(db, exam, now), [person], photos)
  const body = Buffer.from(await printWhole(part, (data, files) => printPdf(ticketTemplate, data, { ...printLimits, files })))
  return { fileName: `准考证-${exam.name}-${person.name}.pdf`, contentType: 'application/pdf', body }
}

export const examTicketEndpoints = implement(examTickets, handlers)
