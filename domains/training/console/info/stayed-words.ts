import { serverNow } from '@kaopei/web/client'

const dayMs = 86_400_000

/** For how long somebody has been at a task. */
export function stayedWords(since: string): string {
  const days = Math.floor((serverNow() - Date.parse(since)) / dayMs)
  return days < 1 ? '今天到此' : `已停 ${days} 天`
}
