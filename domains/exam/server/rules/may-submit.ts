/** Whether a candidate may hand in now (domain.md §4 "early submit", §5 "Submit"). */
import type { AttemptState } from './attempt-transition.ts'

export type SubmitQuestion = {
  now: Date
  state: AttemptState
  startedAt: Date
  pausedMs: number
  due: Date | null
  /** Specification field: minutes from the start before which nobody may hand in; 0 for none. */
  forceCommitTime: number
  /** Slots whose last revision, by the candidate's count, has not arrived. */
  unreceivedCount: number
}

export type SubmitPermission =
  | { allowed: true }
  | {
      allowed: false
      refusal: 'notInProgress' | 'alreadySubmitted' | 'tooEarly' | 'unreceived'
      message: string
      waitSeconds?: number
    }

/** From the deadline on nothing holds a hand-in back: it takes what has arrived. */
export function maySubmit({
  now,
  state,
  startedAt,
  pausedMs,
  due,
  forceCommitTime,
  unreceivedCount,
}: SubmitQuestion): SubmitPermission {
  if (state !== 'in_progress' && state !== 'submitting') return refuseBy(state)
  if (due !== null && now >= due) return { allowed: true }
  const earliest = startedAt.getTime() + forceCommitTime * 60_000 + pausedMs
  if (now.getTime() < earliest) {
    const waitSeconds = Math.ceil((earliest - now.getTime()) / 1000)
    const message = `开始答题 ${forceCommitTime} 分钟后才能交卷，请再等待 ${Math.ceil(waitSeconds / 60)} 分钟`
    return { allowed: false, refusal: 'tooEarly', message, waitSeconds }
  }
  if (unreceivedCount > 0)
    return { allowed: false, refusal: 'unreceived', message: `还有 ${unreceivedCount} 道题的答案未送达服务器` }
  return { allowed: true }
}

function refuseBy(state: AttemptState): SubmitPermission {
  if (state === 'assigned' || state === 'checked_in' || state === 'ready')
    return { allowed: false, refusal: 'notInProgress', message: '考试尚未开始，不能交卷' }
  if (state === 'paused') return { allowed: false, refusal: 'notInProgress', message: '考试已暂停，不能交卷' }
  return { allowed: false, refusal: 'alreadySubmitted', message: '试卷已提交，不能重复交卷' }
}
