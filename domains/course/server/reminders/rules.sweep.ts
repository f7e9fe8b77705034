/** Reminds by the rules of courses. Several workers at once do no harm: who was reminded is written with the message. */
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { keyOfRule, type ReminderRule } from '../../contract/reminder-rules.ts'
import { selectDue } from './reminder.sql.ts'
import { companiesWithReminders, selectActiveRules } from './rule.sql.ts'
import { insertRun, updateRun } from './run.sql.ts'
import { reachOf, writeTo } from './write.ts'

const batchSize = 100
const troubles = new Troubles('course-reminders')

export const reminderSweep: Sweep = {
  name: 'course-reminders',
  everySeconds: 1800,
  run: (services) => remindByRules(services, databaseNow()),
}

export async function remindByRules(services: RawServices, now: Date): Promise<void> {
  const { pool } = services
  for (const companyId of await inTransaction(pool, undefined, companiesWithReminders)) {
    const rules = await inTransaction(pool, companyId, (db) => selectActiveRules(db, now))
    for (const rule of rules)
      await troubles.guard(services, { companyId, id: `${rule.courseId}:${keyOfRule(rule)}` }, async () => {
        let isOver = false
        while (!isOver) isOver = await inTransaction(pool, companyId, (db) => remindDue(db, services, { ...rule, now }))
      })
  }
}

interface Due extends ReminderRule {
  readonly courseId: string
  readonly courseName: string
  readonly now: Date
}

/** Answers whether nobody is left. Without a way to write to anybody the rule waits. */
async function remindDue(db: Db, services: RawServices, { courseId, courseName, kind, days, now }: Due): Promise<boolean> {
  const reach = await reachOf(db, services)
  if (!reach.mail && !reach.sms) return true
  const rule = keyOfRule({ kind, days })
  const people = await selectDue(db, { courseId, kind, days, rule, reach, now }, batchSize)
  if (people.length === 0) return true
  const counts = await writeTo(db, services, people, { courseId, courseName, rule, marksUnreachable: true, now })
  // Another worker was quicker with all of them.
  if (counts.writtenCount + counts.unreachableCount === 0) return true
  const runId = await insertRun(db, { courseId, rule, askedBy: null, now })
  await updateRun(db, runId, { counts, judgedTo: null, endedAt: now })
  return people.length < batchSize
}
