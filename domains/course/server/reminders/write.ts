/** Writes to people about a course: who was reminded and the message that leaves are one transaction, so nobody gets it twice. */
import { wallClockMs } from '@kaopei/contract'
import { preparedChannels } from '@kaopei/messaging/server'
import { companySite, timeZoneOf } from '@kaopei/platform/server'
import type { Db, Services } from '@kaopei/server'
import type { ReminderCounts } from '../../contract/reminders.ts'
import { insertReminders, type Judged, type Reach } from './reminder.sql.ts'

const key = 'courseReminder'

/** By which ways a reminder leaves the house now; by none where the company has switched the message off. */
export async function reachOf(db: Db, services: Services): Promise<Reach> {
  const { mail, sms } = await preparedChannels(db, services, key)
  return { mail: mail !== undefined, sms: sms !== undefined }
}

export interface Writing {
  readonly courseId: string
  readonly courseName: string
  readonly rule: string
  /** Whoever cannot be reached is done with too: a rule does not come again. */
  readonly marksUnreachable: boolean
  readonly now: Date
}

/** Answers how many were written to, and how many not and why. */
export async function writeTo(db: Db, services: Services, people: readonly Judged[], writing: Writing): Promise<ReminderCounts> {
  const { courseId, courseName, rule, now } = writing
  const idsOf = (outcome: Judged['outcome']) => people.flatMap((one) => (one.outcome === outcome ? [one.staffId] : []))
  const wanted = idsOf('written')
  const own = new Set(await insertReminders(db, { courseId, rule, staffIds: wanted, isWritten: true, now }))
  const unreachable = idsOf('unreachable')
  if (writing.marksUnreachable) await insertReminders(db, { courseId, rule, staffIds: unreachable, isWritten: false, now })
  const { mail, sms } = await preparedChannels(db, services, key)
  const zone = await timeZoneOf(db)
  const courseLink = `${await companySite(db, services)}/candidate/learn/${courseId}`
  for (const { staffId, name, email, phone, percent, dueAt } of people) {
    if (!own.has(staffId)) continue
    const dueTime = dueAt === null ? '不限期' : new Date(wallClockMs(dueAt, zone)).toISOString().slice(0, 16).replace('T', ' ')
    const variables = { staffName: name, courseName, progress: percent, dueTime, courseLink }
    const dedupeKey = `course-reminder:${courseId}:${rule}:${staffId}`
    if (email !== null) await mail?.({ address: email, variables, dedupeKey })
    if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
  }
  return {
    writtenCount: own.size,
    completeCount: idsOf('complete').length,
    repeatedCount: idsOf('repeated').length + wanted.length - own.size,
    unreachableCount: unreachable.length,
    goneCount: idsOf('gone').length,
  }
}
