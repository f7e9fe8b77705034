import { type Db, inTransaction, type Job, job, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { conversionQueue, enqueueConversion } from './ask.ts'
import { lostConversions, openConversions } from './conversion.sql.ts'
import { tellTools } from './converter.sql.ts'
import { convertersOf } from './converters-of.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { runConversion } from './run.ts'
import { keptRunFolders, removeRunFolder } from './run-folder.ts'
import { findTools, machineName, summaryOf } from './tools.ts'

export const convertJob: Job = job({
  ...conversionQueue,
  run: ({ versionId }, context) => oneAtATime(context.services, () => runConversion(versionId, context, convertersOf)),
})

const lostSeconds = 10
const batch = 200
const troubles = new Troubles('courseware-lost')

/** What nothing would ever run, because the queue lost it or its last try was killed, is queued again; a run counts how often it was begun. */
export async function healLostConversions(services: RawServices): Promise<number> {
  const lost = await inTransaction(services.pool, undefined, (db) => lostConversions(db, lostSeconds, batch + troubles.size))
  const versions = lost.map(({ companyId, versionId }) => ({ companyId, id: versionId }))
  return troubles.each(services, versions, async (db, { id: versionId }) => {
    await enqueueConversion(db, versionId)
    services.log.warn({ versionId }, 'a conversion that no queue knew is run again')
  })
}

/** Folders of conversions that are over: left by processes that were killed after the last word. */
export async function removeStaleFolders(services: RawServices): Promise<number> {
  let removed = 0
  for (const { companyId, versionId } of await keptRunFolders(services)) {
    const open = await inTransaction(services.pool, companyId, (db: Db) => openConversions(db, [versionId]))
    if (open.length > 0) continue
    await removeRunFolder(services, companyId, versionId)
    removed++
  }
  return removed
}

async function tellWhatIsThere(services: RawServices): Promise<void> {
  const tools = summaryOf(await findTools())
  await inTransaction(services.pool, undefined, (db) => tellTools(db, machineName, tools))
}

export const conversionSweeps: readonly Sweep[] = [
  {
    name: 'courseware-lost',
    everySeconds: 15,
    isClockless: true,
    run: async (services) => void (await healLostConversions(services)),
  },
  {
    name: 'courseware-folders',
    everySeconds: 600,
    isClockless: true,
    run: async (services) => void (await removeStaleFolders(services)),
  },
  { name: 'courseware-tools', everySeconds: 60, isClockless: true, run: tellWhatIsThere },
]
