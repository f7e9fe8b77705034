/** Why a hand-in did not happen: whether it is worth trying again, and the words for the candidate. */
import { isApiError } from '@kaopei/web/client'
import { sittingErrors } from '../contract/sitting-errors.ts'
import { type Sheet, submitRefusal } from '../contract/sitting-shapes.ts'

export type HandInCause = 'manual' | 'timeUp' | 'limit'

export type HandInProblem =
  | { readonly kind: 'replaced' }
  /** Nobody pressed a button that could be pressed again: it goes on by itself. */
  | { readonly kind: 'retry'; readonly words: string }
  | { readonly kind: 'final'; readonly words: string }
  /** The server's clock or count does not confirm the cause: the candidate goes on. */
  | { readonly kind: 'goOn'; readonly serverTime: string; readonly due: string | null }

export function handInProblem(error: unknown, cause: HandInCause, sheet: Sheet): HandInProblem {
  const code = isApiError(error) ? error.code : 0
  if (code === sittingErrors.replaced.code) return { kind: 'replaced' }
  const refusal = submitRefusal.safeParse(isApiError(error) ? error.data : undefined)
  if (refusal.success && (code === sittingErrors.timeLeft.code || code === sittingErrors.withinLimit.code))
    return { kind: 'goOn', serverTime: refusal.data.serverTime, due: refusal.data.due }
  const isFinal = cause === 'manual' || code === sittingErrors.tooEarly.code || code === sittingErrors.unanswered.code
  if (!isFinal) return { kind: 'retry', words: '网络不通，正在重试交卷；若一直不通，系统将按已送达的答案交卷。' }
  const words = isApiError(error) && code > 0 ? error.message : '网络不通，尚未交卷。答案已保存在本机，请恢复网络后再次交卷。'
  return { kind: 'final', words: withSlots(words, error, sheet) }
}

/** Names the questions that a refusal is about by the numbers that the candidate sees. */
function withSlots(words: string, error: unknown, sheet: Sheet): string {
  const refusal = submitRefusal.safeParse(isApiError(error) ? error.data : undefined)
  if (!refusal.success) return words
  const named = new Set([...refusal.data.unreceived, ...refusal.data.unanswered])
  const numbers = sheet.items.flatMap(({ slot }, index) => (named.has(slot) ? [index + 1] : []))
  return numbers.length === 0 ? words : `${words}（第 ${numbers.slice(0, 20).join('、')} 题）`
}
