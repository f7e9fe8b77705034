import { taskProgress } from '../contract/codes.ts'

/** 3725 → 1 小时 2 分 */
export function learnedWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} 秒`
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}

export const stateWords = (state: number): string => taskProgress.label(state)
