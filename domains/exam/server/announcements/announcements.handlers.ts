import { protocolErrors } from '@kaopei/contract'
import { type Context, type Db, type Handlers, implement } from '@kaopei/server'
import { readPlan } from '@kaopei/venue/server'
import { audienceLabels, examAnnouncements } from '../../contract/exam-announcements.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { findExam } from '../exam.sql.ts'
import { type Reach, reachesExam, reachOf } from '../rooms/reach.ts'
import { examStatusAt } from '../rules/exam-status-at.ts'
import { selectLastEnd } from '../times/change.sql.ts'
import { examOwner } from '../times/terms.ts'
import { announce, announceAgain } from './announce.service.ts'
import { countAnnouncements, countTold, findAnnouncement, selectAnnouncements, selectTold } from './announcement.sql.ts'
import { countNoticeExams, countVersions, selectNoticeExams, selectVersions } from './notice.sql.ts'

type Caller = Pick<Context<typeof examAnnouncements.about>, 'actor' | 'db' | 'scope' | 'fail'>
const pageOf = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageIndex - 1) * pageSize,
})

const handlers: Handlers<typeof examAnnouncements> = {
  exams: async ({ examName, ...page }, { actor, db, scope, now }) => {
    const wish = { staffId: actor.staffId, reach: reachOf(actor, scope), examName }
    const rows = await selectNoticeExams(db, wish, pageOf(page))
    const dataList = rows.map(({ status, openAt, closeAt, ...row }) => ({
      ...row,
      examStatus: examStatusAt({ status, openAt, closeAt }, now),
      admissionStartTime: openAt,
      admissionEndTime: closeAt,
    }))
    return { dataList, totalCount: await countNoticeExams(db, wish) }
  },

  about: async ({ examinationId }, context) => {
    const { exam } = await enter(context, examinationId)
    const { rooms } = await readPlan(context.db, examOwner(exam.id))
    return { examName: exam.name, rooms: rooms.map(({ roomId, roomName }) => ({ roomId, roomName })) }
  },

  versions: async ({ examinationId: examId, ...page }, context) => {
    const { reach } = await enter(context, examId)
    const dataList = await selectVersions(context.db, { examId, reach }, pageOf(page))
    return { dataList, totalCount: await countVersions(context.db, examId) }
  },

  list: async ({ examinationId: examId, ...page }, context) => {
    const { db, now } = context
    const { reach } = await enter(context, examId)
    const who = { staffId: context.actor.staffId, reach }
    const seen = { examId, ...who, now, isEnded: await isEnded(db, examId, now) }
    const rows = await selectAnnouncements(db, seen, pageOf(page))
    const dataList = rows.map(({ byId: _byId, examId: _examId, ...row }) => row)
    return { dataList, totalCount: await countAnnouncements(db, examId, who) }
  },

  people: async ({ announcementId, state, ...page }, context) => {
    const { db, now } = context
    const { exam, reach } = await enterAnnouncement(context, announcementId)
    const wish = { announcementId, reach, now, state, isEnded: await isEnded(db, exam.id, now) }
    return { dataList: await selectTold(db, wish, pageOf(page)), totalCount: await countTold(db, wish) }
  },

  send: async ({ examinationId: examId, text, audience, roomId, staffIds }, context) => {
    const { actor, db, now, fail, record } = context
    const { exam, reach } = await enter(context, examId)
    if (exam.status !== examStatus.published) return fail(examErrors.notPublished)
    if (await isEnded(db, examId, now)) return fail(examErrors.ended)
    const made = await announce(db, { examId, reach, text, audience, roomId, staffIds, by: actor.staffId, now })
    if (!made) return fail(examErrors.nobodyToTell)
    const { sentCount, queuedCount } = made
    const after = { announcement: text, audience: audienceLabels[audience], sentCount, queuedCount }
    record({ targetId: examId, targetName: exam.name, after })
    return made
  },

  resend: async ({ announcementId }, context) => {
    const { db, now, record } = context
    const { exam, announcement, reach } = await enterAnnouncement(context, announcementId)
    const { text, byId } = announcement
    const outcome = await announceAgain(
      db,
      { announcementId, text, byId, now },
      { examId: exam.id, reach, isEnded: await isEnded(db, exam.id, now) },
    )
    record({ targetId: exam.id, targetName: exam.name, after: { announcement: text, sentCount: outcome.sentCount } })
    return outcome
  },
}

async function isEnded(db: Db, examId: string, now: Date): Promise<boolean> {
  const lastEnd = await selectLastEnd(db, examId)
  return lastEnd !== null && lastEnd <= now
}

async function enter({ actor, db, scope, fail }: Caller, examId: string) {
  const reach: Reach = reachOf(actor, scope)
  const exam = await findExam(db, examId)
  if (!exam || !(await reachesExam(db, reach, examId))) return fail(protocolErrors.notFound)
  return { exam, reach }
}

async function enterAnnouncement(caller: Caller, announcementId: string) {
  const { actor, db, scope } = caller
  const who = { staffId: actor.staffId, reach: reachOf(actor, scope) }
  const announcement = await findAnnouncement(db, announcementId, who)
  if (!announcement) return caller.fail(protocolErrors.notFound)
  return { announcement, ...(await enter(caller, announcement.examId)) }
}

export const examAnnouncementEndpoints = implement(examAnnouncements, handlers)
