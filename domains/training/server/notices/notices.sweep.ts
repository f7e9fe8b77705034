/** Writes at the moments of projects and by their reminder ladders. Several workers at once do no harm: who was written to is kept with the message. */
import { keyOfRule } from '@kaopei/course/contract/reminder-rules'
import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { onceKeyOf, type ProjectMoment, projectMoments } from '../../contract/reminder-rules.ts'
import { findProject } from '../projects/project.sql.ts'
import { type Judged, type Reach, selectAtMoment, selectDue } from './judge.sql.ts'
import { deleteNotice, insertNotice, updateNotice } from './notice.sql.ts'
import { projectsWithNotices, selectRules } from './rule.sql.ts'
import { type NoticeKey, reachOf, writeTo } from './write.ts'

const batchSize = 200
const troubles = new Troubles('training-notices')

export const noticeSweep: Sweep = {
  name: 'training-notices',
  everySeconds: 300,
  run: (services) => writeByThemselves(services, databaseNow()),
}

/** One reason to write: whom, in which words, once by which key. */
interface Occasion {
  readonly rule: string
  readonly key: NoticeKey
  readonly select: (db: Db, due: { projectId: string; reach: Reach; now: Date }, limit: number) => Promise<Judged[]>
  readonly onceKeyOf: (person: Judged) => string
}

const messages: Readonly<Record<ProjectMoment, NoticeKey>> = { join: 'projectJoined', begin: 'projectBegun', end: 'projectEnded' }

async function occasionsOf(db: Db, projectId: string): Promise<Occasion[]> {
  const rules = await selectRules(db, projectId)
  return [
    ...projectMoments.map((moment) => ({
      rule: moment,
      key: messages[moment],
      select: (inside: Db, due: Parameters<Occasion['select']>[1], limit: number) => selectAtMoment(inside, moment, due, limit),
      onceKeyOf: () => moment,
    })),
    ...rules.map((rule) => ({
      rule: keyOfRule(rule),
      key: 'projectReminder' as const,
      select: (inside: Db, due: Parameters<Occasion['select']>[1], limit: number) => selectDue(inside, rule, due, limit),
      onceKeyOf: ({ taskId }: Judged) => onceKeyOf(rule, taskId),
    })),
  ]
}

export async function writeByThemselves(services: RawServices, now: Date): Promise<void> {
  for (const { companyId, projectId: id } of await inTransaction(services.pool, undefined, projectsWithNotices))
    await troubles.guard(services, { companyId, id }, () => writeForProject(services, { companyId, id }, now))
}

export async function writeForProject(
  services: RawServices,
  { companyId, id: projectId }: { companyId: string; id: string },
  now: Date,
): Promise<void> {
  const { pool } = services
  for (const occasion of await inTransaction(pool, companyId, (db) => occasionsOf(db, projectId))) {
    let isOver = false
    while (!isOver) isOver = await inTransaction(pool, companyId, (db) => writeBatch(db, services, { projectId, occasion, now }))
  }
}

/** Answers whether nobody is left. Without a way to write to anybody the occasion waits. */
async function writeBatch(
  db: Db,
  services: RawServices,
  { projectId, occasion, now }: { projectId: string; occasion: Occasion; now: Date },
): Promise<boolean> {
  const { key, rule } = occasion
  const reach = await reachOf(db, services, key)
  const project = await findProject(db, projectId)
  if (!project || (!reach.mail && !reach.sms)) return true
  const people = await occasion.select(db, { projectId, reach, now }, batchSize)
  if (people.length === 0) return true
  const words = { title: '', content: '' }
  const noticeId = await insertNotice(db, { projectId, rule, ...words, askedBy: null, now })
  const once = { onceKeyOf: occasion.onceKeyOf }
  const counts = await writeTo(db, services, people, { ...once, ...words, key, noticeId, project, now })
  if (counts.writtenCount + counts.unreachableCount === 0) {
    // Another worker was quicker with all of them.
    await deleteNotice(db, noticeId)
    return true
  }
  await updateNotice(db, noticeId, { counts, judgedTo: null, endedAt: now })
  return people.length < batchSize
}
