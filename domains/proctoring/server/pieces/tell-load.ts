import type { ServerLoad } from '@kaopei/server/load'

/** From here on pieces are asked to wait. */
export const busyFrom = 8
/** From here on no film is composed anywhere (films/composer.ts). */
const toldFrom = 4
const tellEveryMs = 5000

/** Tells the others while this process is busy; what it told is forgotten within seconds. */
export function tellLoad(load: ServerLoad, tell: (level: number) => Promise<unknown>): NodeJS.Timeout {
  const timer = setInterval(() => {
    const { level } = load
    if (level >= toldFrom) tell(level).catch(() => undefined) // a database that does not answer is busy enough
  }, tellEveryMs)
  return timer.unref()
}
