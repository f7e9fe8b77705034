/** Whether a candidate may begin or resume: the server asks, whatever the client shows. */
import { type AttemptState, isOverdue, isUnderWay } from '@kaopei/sitting/server'
import { type EffectiveTimes, extendedClose } from './effective-times.ts'

export type EntryQuestion = {
  now: Date
  exam: {
    isPublished: boolean
    isCancelled: boolean
    latestEntryMinutes: number | null
    graceSeconds: number
    isOpenToOutside: boolean
  }
  times: EffectiveTimes
  isCandidate: boolean
  /** From outside the company. */
  isOutside: boolean
  attempts: readonly { id: string; state: AttemptState; due: Date | null }[]
}

export type EntryRefusal =
  | 'notPublished'
  | 'cancelled'
  | 'notCandidate'
  | 'notForOutside'
  | 'notOpen'
  | 'closed'
  | 'tooLate'
  | 'noAttemptLeft'
  | 'timeIsUp'
  | 'submitting'

export const entryRefusalTexts: Record<EntryRefusal, string> = {
  notPublished: '考试尚未发布',
  cancelled: '考试已取消',
  notCandidate: '您不在本场考试的考生名单中',
  notForOutside: '本场考试不对外部考生开放，请联系考试组织者',
  notOpen: '考试尚未开始',
  closed: '考试已结束',
  tooLate: '已超过允许的入场时间，不能进入考试',
  noAttemptLeft: '您的考试次数已用完',
  timeIsUp: '答题时间已到，系统正在交卷',
  submitting: '试卷正在提交，请稍候',
}

export type Entry = { allowed: true; resumes: string | null } | { allowed: false; refusal: EntryRefusal; message: string }

/** `resumes` is the attempt to go on with, null for a new one. Resuming asks for neither late entry nor attempts left. */
export function mayEnterExam({ now, exam, times, isCandidate, isOutside, attempts }: EntryQuestion): Entry {
  if (!exam.isPublished) return refuse('notPublished')
  const current = attempts.find(({ state }) => isUnderWay(state))
  // Also of a cancelled exam: the minutes that are left for the hand-in outlive a reload.
  if (current) return mayResume(current, now, exam.graceSeconds)
  if (exam.isCancelled) return refuse('cancelled')
  if (!isCandidate) return refuse('notCandidate')
  if (isOutside && !exam.isOpenToOutside) return refuse('notForOutside')
  if (times.openAt !== null && now < times.openAt) return refuse('notOpen')
  const closeAt = extendedClose(times)
  if (closeAt !== null && now >= closeAt) return refuse('closed')
  if (isTooLate(now, times.openAt, exam.latestEntryMinutes)) return refuse('tooLate')
  // Prepared by an invigilator but not begun: goes on under its own number. A voided attempt counts as used: only restoring gives it back.
  const prepared = attempts.find(({ state }) => state === 'assigned' || state === 'checked_in' || state === 'ready')
  if (prepared) return { allowed: true, resumes: prepared.id }
  if (times.attemptsAllowed !== 0 && attempts.length >= times.attemptsAllowed) return refuse('noAttemptLeft')
  return { allowed: true, resumes: null }
}

function mayResume({ id, state, due }: EntryQuestion['attempts'][number], now: Date, graceSeconds: number): Entry {
  if (state === 'submitting') return refuse('submitting')
  // Whose clock stands still finds there why, and the end of their own break.
  if (state === 'paused') return { allowed: true, resumes: id }
  // Within the grace what waits on the device can still be sent.
  return isOverdue(now, due, graceSeconds) ? refuse('timeIsUp') : { allowed: true, resumes: id }
}

function isTooLate(now: Date, openAt: Date | null, latestEntryMinutes: number | null): boolean {
  return openAt !== null && latestEntryMinutes !== null && now.getTime() > openAt.getTime() + latestEntryMinutes * 60_000
}

function refuse(refusal: EntryRefusal): Entry {
  return { allowed: false, refusal, message: entryRefusalTexts[refusal] }
}
