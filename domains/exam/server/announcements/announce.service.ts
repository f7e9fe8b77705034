import type { Db } from '@kaopei/server'
import { tellAttempts } from '@kaopei/sitting/server'
import { placesOf } from '@kaopei/venue/server'
import type { Audience } from '../../contract/exam-announcements.ts'
import type { Reach } from '../rooms/reach.ts'
import { examOwner } from '../times/terms.ts'
import {
  insertAnnounced,
  insertAnnouncement,
  selectAudience,
  selectFailed,
  selectWaiting,
  updateSent,
  updateSentAgain,
} from './announcement.sql.ts'

export interface AnnounceWish {
  readonly examId: string
  readonly reach: Reach
  readonly text: string
  readonly audience: Audience
  readonly roomId: string | undefined
  readonly staffIds: readonly string[] | undefined
  readonly by: string
  readonly now: Date
}

/** Undefined: there is nobody whom it could be told. */
export async function announce(db: Db, wish: AnnounceWish) {
  const people = await selectAudience(db, wish, placesOf(db, examOwner(wish.examId)))
  if (people.length === 0) return undefined
  const announcementId = await insertAnnouncement(db, wish)
  await insertAnnounced(db, { announcementId, examId: wish.examId, staffIds: people.map(({ staffId }) => staffId) })
  const sitting = people.flatMap(({ staffId, attemptId }) => (attemptId ? [{ staffId, attemptId }] : []))
  await send(db, { announcementId, text: wish.text, byId: wish.by, now: wish.now }, sitting)
  return { announcementId, sentCount: sitting.length, queuedCount: people.length - sitting.length }
}

interface Said {
  readonly announcementId: string
  readonly text: string
  readonly byId: string
  readonly now: Date
}

async function send(db: Db, said: Said, sitting: readonly { staffId: string; attemptId: string }[]): Promise<void> {
  if (sitting.length === 0) return
  const { announcementId, text, byId, now } = said
  const attemptIds = sitting.map(({ attemptId }) => attemptId)
  const tellings = await tellAttempts(db, { attemptIds, kind: 'message', text: `【考试公告】${text}`, byId, now })
  const idOf = new Map(tellings.map(({ attemptId, tellingId }) => [attemptId, tellingId]))
  const sentTo = sitting.flatMap((one) => {
    const tellingId = idOf.get(one.attemptId)
    return tellingId ? [{ ...one, tellingId }] : []
  })
  await updateSent(db, announcementId, sentTo, now)
}

/** To whom it was not delivered and who sits now: a new attempt is told, an old one still has it. */
export async function announceAgain(
  db: Db,
  said: Said,
  { examId, ...seen }: { readonly examId: string; readonly reach: Reach; readonly isEnded: boolean },
): Promise<{ sentCount: number; leftCount: number }> {
  const failed = await selectFailed(db, examId, { announcementId: said.announcementId, now: said.now, ...seen })
  const open = failed.flatMap(({ staffId, attemptId, openAttemptId }) =>
    openAttemptId ? [{ staffId, attemptId: openAttemptId, isSame: attemptId === openAttemptId }] : [],
  )
  await send(
    db,
    said,
    open.filter(({ isSame }) => !isSame).map(({ staffId, attemptId }) => ({ staffId, attemptId })),
  )
  const kept = open.filter(({ isSame }) => isSame).map(({ staffId }) => staffId)
  if (kept.length > 0) await updateSentAgain(db, said.announcementId, kept, said.now)
  return { sentCount: open.length, leftCount: failed.length - open.length }
}

/** What was announced before somebody began, when they begin. */
export async function announceTo(
  db: Db,
  { examId, staffId, attemptId, now }: { examId: string; staffId: string; attemptId: string; now: Date },
): Promise<void> {
  for (const said of await selectWaiting(db, { examId, staffId })) await send(db, { ...said, now }, [{ staffId, attemptId }])
}
