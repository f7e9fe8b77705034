import { databaseNow } from '@kaopei/server'
import type { ServerLoad } from '@kaopei/server/load'
import { type OwnFaults, ownFaults } from './own-faults.ts'

/** From here on pieces are asked to wait. */
export const busyFrom = 8
/** From here on no film is composed anywhere (films/composer.ts). */
const toldFrom = 4
const tellEveryMs = 5000

/** From here on clients record pictures instead of films (candidate/capture/pace.ts). */
const thinFrom = 7

/** Tells the others while this process is busy; what it told is forgotten within seconds. */
export function tellLoad(
  load: ServerLoad,
  { tell, write }: { tell: (level: number) => Promise<unknown>; write: Parameters<OwnFaults['flush']>[0] },
): NodeJS.Timeout {
  const timer = setInterval(() => {
    const { level } = load
    const now = databaseNow()
    for (const { companyId, id: attemptId, level: told } of load.takeTold())
      if (told >= thinFrom) ownFaults.note('load', { companyId, attemptId }, now)
    void ownFaults.flush(write)
    if (level >= toldFrom) tell(level).catch(() => undefined) // a database that does not answer is busy enough
  }, tellEveryMs)
  return timer.unref()
}
