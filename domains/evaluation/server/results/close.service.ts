import type { Db } from '@kaopei/server'
import { appointmentMode } from '../../contract/codes.ts'
import { type Appointment, markClosed } from '../appointments/appointment.sql.ts'
import { issueReport } from './issue.service.ts'
import { selectUnissued } from './issue.sql.ts'

/** Nobody answers any more; of a 360° everybody about whom somebody has handed in gets their report. Answers how many were issued. */
export async function closeAppointment(db: Db, appointment: Appointment, now: Date): Promise<number> {
  await markClosed(db, appointment.id, now)
  if (appointment.mode !== appointmentMode.round) return 0
  let issued = 0
  for (const staffId of await selectUnissued(db, appointment.id))
    if (await issueReport(db, appointment, { staffId, now })) issued++
  return issued
}
