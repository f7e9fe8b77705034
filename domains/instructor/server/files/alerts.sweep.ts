/** Tells people that a file ends. Several workers at once do no harm: who was told is written with the message. */
import { dayIn } from '@kaopei/contract'
import { preparedChannels } from '@kaopei/messaging/server'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { alertDays, alertDue, daysBetween } from '../rules/alert-due.ts'
import { companiesWithEndingFiles, type EndingFile, noteAlert, selectEnding, selectReceivers } from './alerts.sql.ts'

const key = 'teacherFileEnds'
const dayMs = 86_400_000
const troubles = new Troubles('instructor-file-alerts')

export const alertSweep: Sweep = {
  name: 'instructor-file-alerts',
  everySeconds: 3600,
  run: (services) => alertEnding(services, databaseNow()),
}

export async function alertEnding(services: RawServices, now: Date): Promise<void> {
  for (const companyId of await inTransaction(services.pool, undefined, (db) => companiesWithEndingFiles(db, alertDays[0])))
    await troubles.guard(services, { companyId }, () => alertCompany(services, companyId, now))
}

async function alertCompany(services: RawServices, companyId: string, now: Date): Promise<void> {
  const { today, files } = await inTransaction(services.pool, companyId, async (db) => {
    const today = dayIn(now, await timeZoneOf(db))
    const until = new Date(Date.parse(today) + alertDays[0] * dayMs).toISOString().slice(0, 10)
    return { today, files: await selectEnding(db, { today, until }) }
  })
  const ending = files.map((file) => ({ companyId, id: file.fileId, file }))
  await troubles.together(services, ending, (db, some) =>
    alertSome(db, services, { today, files: some.map(({ file }) => file), now }),
  )
}

interface Alerting {
  readonly today: string
  readonly files: readonly EndingFile[]
  readonly now: Date
}

async function alertSome(db: Db, services: RawServices, { today, files, now }: Alerting): Promise<void> {
  const { mail, sms } = await preparedChannels(db, services, key)
  // Without a way to write to anybody the alerts wait.
  if (!mail && !sms) return
  const receivers = files.flatMap(({ staffId, keeperId }) => [staffId, keeperId]).filter((id) => id !== null)
  const people = new Map((await selectReceivers(db, receivers)).map((one) => [one.id, one]))
  for (const { fileId, fileName, validUntil, teacherName, staffId, keeperId } of files) {
    const days = alertDue(validUntil, today)
    if (days === undefined) continue
    for (const receiver of new Set([staffId, keeperId])) {
      const person = people.get(receiver ?? '')
      if (!person) continue
      const { email, phone } = person
      const isWritten = (mail !== undefined && email !== null) || (sms !== undefined && phone !== null)
      if (!(await noteAlert(db, { fileId, days, staffId: person.id, isWritten, now }))) continue
      const variables = {
        staffName: person.name,
        teacherName,
        fileName,
        endDate: validUntil,
        daysLeft: daysBetween(today, validUntil),
      }
      const dedupeKey = `teacher-file:${fileId}:${days}:${person.id}`
      if (email !== null) await mail?.({ address: email, variables, dedupeKey })
      if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
    }
  }
}
