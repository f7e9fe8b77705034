/** What is printed for the rooms of an exam: admission tickets and attendance sheets. */
import { endpoint, id, labelled, protocolErrors } from '@kaopei/contract'
import { planErrors } from '@kaopei/venue/contract/errors'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage, examSignIn } from './menus.ts'

const base = '/api/v1/exam/examination/room'
const { view, checkIn } = examManage.rights

export const printedSheets = ['tickets', 'attendance'] as const
export type PrintedSheet = (typeof printedSheets)[number]
export const printedSheetLabels: Readonly<Record<PrintedSheet, string>> = { tickets: '准考证', attendance: '签到表' }

export const examTickets = {
  ticket: endpoint({
    path: `${base}/ticket`,
    summary: '下载考生准考证',
    access: [view, checkIn, examSignIn.rights.view],
    scope: 'department',
    audit: { action: 'export', target: 'exam' },
    download: true,
    input: z.object({ examinationId: id, staffId: id }),
    errors: [protocolErrors.notFound, planErrors.needsSeat],
  }),
  /** Of a room or of the whole exam, as a job. */
  print: endpoint({
    path: `${base}/print`,
    summary: '打印准考证或签到表',
    access: [view, checkIn, examSignIn.rights.view],
    scope: 'department',
    audit: { action: 'export', target: 'exam' },
    input: z.object({
      examinationId: id,
      sheet: labelled(z.enum(printedSheets, '请选择打印内容'), printedSheetLabels),
      roomId: id.optional(),
    }),
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound, examErrors.nobodySeated, examErrors.tooManyToPrint],
  }),
}
