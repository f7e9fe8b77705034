/** Writes to people of a project: who was written to and the message that leaves are one transaction, so nobody gets it twice. */
import { wallClockMs } from '@kaopei/contract'
import { preparedChannels } from '@kaopei/messaging/server'
import { companySite, timeZoneOf } from '@kaopei/platform/server'
import type { Db, Services } from '@kaopei/server'
import type { NoticeCounts } from '../../contract/notice.ts'
import type { Judged, Reach } from './judge.sql.ts'
import { insertTold } from './notice.sql.ts'

/** Which message of the catalogue says it. */
export type NoticeKey = 'projectJoined' | 'projectBegun' | 'projectEnded' | 'projectReminder' | 'projectNotice'

/** By which ways a message leaves the house now. */
export async function reachOf(db: Db, services: Services, key: NoticeKey): Promise<Reach> {
  const { mail, sms } = await preparedChannels(db, services, key)
  return { mail: mail !== undefined, sms: sms !== undefined }
}

export interface Writing {
  readonly key: NoticeKey
  readonly noticeId: string
  readonly project: { readonly id: string; readonly name: string; readonly beginTime: Date | null; readonly endTime: Date | null }
  /** Of a notice by hand. */
  readonly title: string
  readonly content: string
  readonly onceKeyOf: (person: Judged) => string
  readonly now: Date
}

/** Answers how many were written to, and how many not and why. */
export async function writeTo(db: Db, services: Services, people: readonly Judged[], writing: Writing): Promise<NoticeCounts> {
  const { key, noticeId, project, title, content, onceKeyOf, now } = writing
  // Whoever cannot be reached is done with too: a rule does not come again.
  const told = people.flatMap((person) => {
    const { staffId, email, phone, outcome } = person
    return outcome === 'skipped' ? [] : [{ staffId, onceKey: onceKeyOf(person), byMail: email !== null, bySms: phone !== null }]
  })
  const own = new Set(await insertTold(db, { projectId: project.id, noticeId, told, now }))
  const { mail, sms } = await preparedChannels(db, services, key)
  const zone = await timeZoneOf(db)
  const facts = {
    ...{ projectName: project.name, periodText: periodOf(project, zone), title, content },
    projectLink: `${await companySite(db, services)}/candidate/training/${project.id}`,
  }
  let writtenCount = 0
  for (const person of people) {
    const { staffId, name, email, phone, percent, taskName, dueAt, outcome } = person
    if (outcome !== 'written' || !own.has(staffId)) continue
    writtenCount += 1
    const dueTime = dueAt === null ? '不限期' : clockText(dueAt, zone)
    const variables = { ...facts, staffName: name, progress: percent, taskName: taskName ?? project.name, dueTime }
    const dedupeKey = `project-notice:${project.id}:${onceKeyOf(person)}:${staffId}`
    if (email !== null) await mail?.({ address: email, variables, dedupeKey })
    if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
  }
  const unreachableCount = people.filter(({ staffId, outcome }) => outcome === 'unreachable' && own.has(staffId)).length
  return { writtenCount, unreachableCount, skippedCount: people.length - writtenCount - unreachableCount }
}

const clockText = (at: Date, zone: string): string => new Date(wallClockMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')

function periodOf({ beginTime, endTime }: Writing['project'], zone: string): string {
  const begin = beginTime && clockText(beginTime, zone)
  const end = endTime && clockText(endTime, zone)
  if (begin && end) return `${begin} 至 ${end}`
  if (begin) return `${begin} 起`
  return end ? `${end} 前` : '不限'
}
