/** Whether a candidate may hand in now, and as what it counts. */
import type { AttemptState } from './attempt-transition.ts'
import { judgeWrite } from './deadline.ts'

export type SubmitQuestion = {
  now: Date
  /** Why the client hands in, by its own clock and count: with neither confirmed here, the candidate has not asked for it. */
  claim: 'manual' | 'timeUp' | 'limit'
  state: AttemptState
  startedAt: Date
  pausedMs: number
  due: Date | null
  graceSeconds: number
  /** The window was left more often than the terms allow, by the server's count: the paper is taken in, ready or not. */
  isOverLimit: boolean
  /** From the start; nobody may hand in before. 0: none. */
  handInAfterMinutes: number
  mayLeaveUnanswered: boolean
  /** Slots whose last answer, by the candidate's count, the server does not hold. */
  unreceived: readonly number[]
  unanswered: readonly number[]
}

export type SubmitCause = 'manual' | 'timeUp' | 'timeout' | 'limit'

export type SubmitPermission =
  | { allowed: true; cause: SubmitCause }
  | {
      allowed: false
      refusal: 'notInProgress' | 'alreadySubmitted' | 'tooEarly' | 'unreceived' | 'unanswered' | 'timeLeft' | 'withinLimit'
      message: string
      waitSeconds?: number
    }

/** From the deadline on, and beyond the limit, nothing holds a hand-in back: it takes what has arrived. */
export function maySubmit(question: SubmitQuestion): SubmitPermission {
  const { now, claim, state, due, graceSeconds, isOverLimit } = question
  if (state !== 'in_progress' && state !== 'submitting') return refuseBy(state)
  if (judgeWrite(now, due, graceSeconds) === 'late') return { allowed: true, cause: 'timeout' }
  if (due !== null && now >= due) return { allowed: true, cause: 'timeUp' }
  if (isOverLimit) return { allowed: true, cause: 'limit' }
  if (claim === 'timeUp') return { allowed: false, refusal: 'timeLeft', message: '考试时间还未结束' }
  if (claim === 'limit') return { allowed: false, refusal: 'withinLimit', message: '离开考试窗口的次数未超过限制' }
  return mayHandInEarly(question)
}

function mayHandInEarly(question: SubmitQuestion): SubmitPermission {
  const { now, startedAt, pausedMs, handInAfterMinutes, mayLeaveUnanswered, unreceived, unanswered } = question
  const earliest = startedAt.getTime() + handInAfterMinutes * 60_000 + pausedMs
  if (now.getTime() < earliest) {
    const waitSeconds = Math.ceil((earliest - now.getTime()) / 1000)
    const message = `开始答题 ${handInAfterMinutes} 分钟后才能交卷，请再等待 ${Math.ceil(waitSeconds / 60)} 分钟`
    return { allowed: false, refusal: 'tooEarly', message, waitSeconds }
  }
  if (unreceived.length > 0)
    return { allowed: false, refusal: 'unreceived', message: `还有 ${unreceived.length} 道题的答案未送达服务器` }
  if (!mayLeaveUnanswered && unanswered.length > 0)
    return {
      allowed: false,
      refusal: 'unanswered',
      message: `还有 ${unanswered.length} 道题未作答，本场考试须答完才能交卷`,
    }
  return { allowed: true, cause: 'manual' }
}

function refuseBy(state: AttemptState): SubmitPermission {
  if (state === 'assigned' || state === 'checked_in' || state === 'ready')
    return { allowed: false, refusal: 'notInProgress', message: '考试尚未开始，不能交卷' }
  if (state === 'paused') return { allowed: false, refusal: 'notInProgress', message: '考试已暂停，不能交卷' }
  return { allowed: false, refusal: 'alreadySubmitted', message: '试卷已提交，不能重复交卷' }
}
