import type { Db } from '@kaopei/server'
import { tellAttempts } from '@kaopei/sitting/server'
import type { Audience } from '../../contract/exam-announcements.ts'
import type { Reach } from '../rooms/reach.ts'
import { hasNews, insertAnnouncement, selectFailed, selectHolding, updateSent, updateSentAgain } from './announcement.sql.ts'
import { deleteFormer, insertAnnounced, lockWaitingSitters, selectLeftOut, type WaitingSitter } from './audience.sql.ts'
import { holdOf } from './hold.ts'

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
  const { examId, audience, reach, staffIds, now } = wish
  const hold = await holdOf(db, wish)
  const announcementId = await insertAnnouncement(db, { ...wish, holdsFor: audience === 'people' ? null : hold })
  const count = await insertAnnounced(db, [announcementId], { examId, hold, staffIds })
  if (count === 0) return undefined
  const sentCount = (await tellWaiting(db, { examId, now })).get(announcementId)?.length ?? 0
  const leftOut = staffIds ? await selectLeftOut(db, { announcementId, examId, reach, staffIds }) : []
  return { announcementId, sentCount, queuedCount: count - sentCount, leftOut }
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

/** Whoever sits and waits for something, one announcement after the other. Answers who was told what. */
async function tellWaiting(db: Db, { now, ...whom }: Follow): Promise<ReadonlyMap<string, readonly WaitingSitter[]>> {
  const waiting = Map.groupBy(await lockWaitingSitters(db, whom), ({ announcementId }) => announcementId)
  for (const [announcementId, people] of waiting) {
    const [{ text, byId } = { text: '', byId: '' }] = people
    await send(db, { announcementId, text, byId, now }, people)
  }
  return waiting
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

interface Follow {
  readonly examId: string
  /** Nobody else is asked about. */
  readonly staffId?: string
  readonly now: Date
}

/** What was announced before somebody began, when they begin. */
export async function announceTo(db: Db, one: Follow & { readonly staffId: string }): Promise<void> {
  const { isWaiting, isHolding } = await hasNews(db, one.examId, one.staffId)
  if (isHolding) await admit(db, one)
  if (isWaiting || isHolding) await tellWaiting(db, one)
}

/** Those of an exam under way: who was added, who was moved into a room or out of one. */
export async function followAnnouncements(db: Db, all: Follow): Promise<void> {
  await admit(db, all)
  await tellWaiting(db, all)
}

/** Whoever has come since waits for what holds for them, and whoever has gone does no more. What holds for the same people is one. */
async function admit(db: Db, { examId, staffId }: Follow): Promise<void> {
  const staffIds = staffId === undefined ? undefined : [staffId]
  for (const alike of Map.groupBy(await selectHolding(db, examId), ({ holdsFor }) => JSON.stringify(holdsFor)).values()) {
    const [first] = alike
    if (!first) continue
    const ids = alike.map(({ id }) => id)
    const wish = { examId, hold: first.holdsFor, staffIds }
    await deleteFormer(db, ids, wish)
    await insertAnnounced(db, ids, wish)
  }
}
