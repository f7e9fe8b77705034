import { setTimeout } from 'node:timers/promises'
import type { PlainLog } from '@kaopei/server/postgres'

/** away: not to be reached, or just coming up. noWrites: it answers, but cannot be written; mostly its disk is full. */
type DatabaseTrouble = 'away' | 'noWrites'

const askAgainMs = 250
const sayAgainMs = 10_000
const usualPatienceMs = 60_000
const away = /^(?:08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN)$/
const noWrites = /^(?:25006|53100|53200|58...)$/

/** Looks at causes too: what fails on the way is told with the name of the step. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (noWrites.test(code)) return 'noWrites'
  if (away.test(code) || /Connection terminated|timeout expired/.test(error.message)) return 'away'
  return troubleOf(error.cause)
}

const words = {
  away: '数据库还没有就绪，正在等待……',
  noWrites: '数据库暂时不能写入（通常是磁盘空间不足），正在等待恢复；请释放磁盘空间，之后会自动继续。',
} as const

/** Does the work again until it succeeds or fails for good. */
export async function waitingFor<T>(
  { log, patienceMs = usualPatienceMs }: { log: PlainLog; patienceMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  const begin = performance.now()
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const trouble = troubleOf(error)
      const now = performance.now()
      if (!trouble || (trouble === 'away' && now - begin > patienceMs)) throw error
      if (now - saidAt > sayAgainMs) {
        log.warn(words[trouble])
        saidAt = now
      }
    }
    await setTimeout(askAgainMs)
  }
}
