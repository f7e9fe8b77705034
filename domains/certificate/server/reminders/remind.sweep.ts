/** Tells holders before the end, once for each rung. Several workers at once do no harm: who was told is kept with the message. */
import { preparedChannels } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { insertEvents } from '../issue/issue.sql.ts'
import { companiesToRemind, type DueReminder, insertReminders, selectDueReminders } from './reminder.sql.ts'

const batchSize = 200
const dayMs = 86_400_000
const troubles = new Troubles('certificate-reminders')

export const remindSweep: Sweep = {
  name: 'certificate-reminders',
  everySeconds: 600,
  run: (services) => remind(services, databaseNow()),
}

export async function remind(services: RawServices, now: Date): Promise<void> {
  const { pool } = services
  for (const companyId of await inTransaction(pool, undefined, companiesToRemind))
    await troubles.guard(services, { companyId }, async () => {
      let isOver = false
      while (!isOver) isOver = await inTransaction(pool, companyId, (db) => remindBatch(db, services, now))
    })
}

/** Answers whether nobody is left. Without a way to write to anybody the rungs wait. */
async function remindBatch(db: Db, services: RawServices, now: Date): Promise<boolean> {
  const { mail, sms } = await preparedChannels(db, services, 'certificateExpiring')
  if (!mail && !sms) return true
  const due = await selectDueReminders(db, now, batchSize)
  const rungs = due.flatMap(({ id, days }) => days.map((day) => ({ id, days: day })))
  const own = new Set((await insertReminders(db, rungs, now)).map(({ id, days }) => `${id}:${days}`))
  const told: string[] = []
  const link = `${await companySite(db, services)}/candidate/certificates`
  for (const one of due) {
    const nearest = one.days[0] ?? 0
    if (!own.has(`${one.id}:${nearest}`)) continue
    told.push(one.id)
    const variables = { ...variablesOf(one, now), certificateLink: link }
    const dedupeKey = `certificate-end:${one.id}:${nearest}`
    if (one.email !== null) await mail?.({ address: one.email, variables, dedupeKey })
    if (one.phone !== null) await sms?.({ address: one.phone, variables, dedupeKey: `${dedupeKey}:sms` })
  }
  await insertEvents(db, { ids: told, kind: 'reminded', reason: '', byId: null, at: now })
  return due.length < batchSize
}

function variablesOf({ name, title, number, validOn, validUntil }: DueReminder, now: Date) {
  const daysLeft = Math.max(1, Math.ceil((validUntil.getTime() - now.getTime()) / dayMs))
  return { staffName: name, certificateName: title, certificateNumber: number, validUntilText: validOn, daysLeft }
}
