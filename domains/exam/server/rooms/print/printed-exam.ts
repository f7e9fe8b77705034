import { wallClockMs } from '@kaopei/contract'
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import type { Db } from '@kaopei/server'
import { accessibleSeats, readPlan } from '@kaopei/venue/server'
import { titleOfExam } from '../../../contract/exam-settings.ts'
import { settingsOf } from '../../entry.ts'
import type { ExamRow } from '../../exam.sql.ts'
import { selectLastEnd } from '../../times/change.sql.ts'
import { examOwner } from '../../times/terms.ts'
import type { PrintedExam } from './sheets.ts'

/** What every sheet says of its exam, times by the company's clocks. */
export async function printedExamOf(db: Db, exam: ExamRow, now: Date): Promise<PrintedExam> {
  const zone = await timeZoneOf(db)
  const shown = (at: Date) => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
  const [company] = await companiesByIds(db, [db.companyId])
  const { rooms } = await readPlan(db, examOwner(exam.id))
  const accessible = await accessibleSeats(db, examOwner(exam.id))
  const lastEnd = await selectLastEnd(db, exam.id)
  const from = exam.openAt ? shown(exam.openAt) : '发布后'
  return {
    company: company?.name ?? '',
    exam: titleOfExam(exam.name, settingsOf(exam)),
    when: exam.closeAt ? `${from} 至 ${shown(exam.closeAt)}` : `${from} 起`,
    isOver: lastEnd !== null && lastEnd <= now,
    printed: shown(now),
    rooms: rooms.map((room) => ({ ...room, accessible: accessible.get(room.roomId) ?? new Set() })),
  }
}
