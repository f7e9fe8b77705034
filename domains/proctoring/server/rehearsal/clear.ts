/** What a run leaves behind goes with it: sessions first, so that nothing new begins, then attempts, then accounts. */
import { endSessionsOfKeys, removeVirtualAccounts } from '@kaopei/identity/server'
import { databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { clearVirtualAttempts } from '@kaopei/sitting/server'
import { runState } from '../../contract/rehearsal/codes.ts'
import { endRun, isSilent, noteCleaned, type OpenRun, selectOpenRuns } from './run.sql.ts'

const batch = 200
const mostRuns = 20
const lateMs = 60_000
const silentMs = 15 * 60_000
const troubles = new Troubles('proctoring.clearRehearsals')

/** Answers how much was there. */
export async function clearRun({ pool }: Pick<RawServices, 'pool'>, companyId: string, runId: string): Promise<number> {
  await inTransaction(pool, companyId, (db) => endSessionsOfKeys(db, [runId], databaseNow()))
  let cleared = 0
  let gone: number
  do {
    gone = await inTransaction(pool, companyId, (db) => clearVirtualAttempts(db, runId, batch))
    cleared += gone
  } while (gone > 0)
  return cleared + (await inTransaction(pool, companyId, (db) => removeVirtualAccounts(db, runId)))
}

/** Cleans after runs that are over, whoever ran them, and ends those that nobody runs. */
export const clearSweep: Sweep = {
  name: 'proctoring.clearRehearsals',
  everySeconds: 10,
  run: (services) => clearRehearsals(services, databaseNow()),
}

export async function clearRehearsals(services: RawServices, now: Date): Promise<void> {
  const open = await inTransaction(services.pool, undefined, (db) => selectOpenRuns(db, mostRuns + troubles.size))
  for (const run of open) await troubles.guard(services, run, () => settle(services, run, now))
}

async function settle(services: RawServices, { companyId, id: runId, state }: OpenRun, now: Date): Promise<void> {
  if (state === runState.waiting || state === runState.running) {
    await inTransaction(services.pool, companyId, async (db) => {
      if (!(await isSilent(db, runId, new Date(now.getTime() - silentMs)))) return
      const reason = '后台进程长时间没有响应，演练已结束，请检查后台进程后重新开始'
      await endRun(db, { runId, state: runState.failed, reason, verdict: null, now })
    })
    return
  }
  if ((await clearRun(services, companyId, runId)) > 0) return
  const endedBefore = new Date(now.getTime() - lateMs)
  await inTransaction(services.pool, companyId, (db) => noteCleaned(db, runId, { endedBefore, now }))
}
