import type { Sheet } from '../../contract/shapes.ts'

type Limits = Pick<Sheet['rules'], 'switchScreenNumberLimit' | 'switchScreenSeconds' | 'switchScreenSecondsSum'>

interface Leave {
  /** With this one, as the server counts. */
  readonly leaves: number
  readonly awayMs: number
  readonly durationMs: number
}

/** 超过 is more than the limit; the server counts and closes the paper. */
export function wordsOfLeave({ leaves, awayMs, durationMs }: Leave, rules: Limits): string {
  const { switchScreenNumberLimit: limit, switchScreenSeconds: most, switchScreenSecondsSum: isSum } = rules
  const sum = isSum ? `，累计 ${Math.round(awayMs / 1000)} 秒` : ''
  const allowed = most === 0 ? '' : `${sum}，${isSum ? '累计' : '单次'}共允许 ${most} 秒`
  const counted = `您第 ${leaves} 次离开考试窗口（本次 ${Math.max(1, Math.round(durationMs / 1000))} 秒${allowed}）`
  if (limit === 0) return `${counted}，此情况会被记录。`
  const ofLimit = `${counted}，共允许 ${limit} 次`
  return leaves > limit ? `${ofLimit}，已超过，系统将自动交卷。` : `${ofLimit}，超过后将自动交卷。`
}
