import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { isRunning } from '../../contract/status.ts'
import { outlineOf } from '../outline/outline.sql.ts'
import { changeOf, lockedStandings } from './derive.ts'
import { newsOf } from './outcomes.ts'
import { companiesInTraining, selectAfter, selectRunning, updateStandings } from './standing.sql.ts'

const atOnce = 200
const troubles = new Troubles('training-recount')
/** Twice what lies between two looks: nothing is missed when one is late. */
const looksBackMs = 2 * 86_400_000

export interface Difference {
  readonly projectId: string
  readonly staffId: string
  readonly what: string
}

interface Recounted {
  readonly checked: number
  readonly differences: readonly Difference[]
}

/**
 * Makes what is derived of everybody in a company's running projects anew, asks how they stand, and says where that differs. Of what it finds it changes
 * nothing but the next task, which moves with time alone.
 */
export async function recountProjects(services: Pick<RawServices, 'pool' | 'log'>, companyId: string): Promise<Recounted> {
  const differences: Difference[] = []
  let checked = 0
  const { pool } = services
  for (const projectId of await inTransaction(pool, companyId, selectRunning))
    await troubles.guard(services, { companyId, id: projectId }, async () => {
      let after: string | null = null
      do {
        const from: string | null = after
        const staffIds: string[] = await inTransaction(pool, companyId, (db) => selectAfter(db, projectId, from, atOnce))
        differences.push(...(await inTransaction(pool, companyId, (db) => recountBatch(db, projectId, staffIds))))
        checked += staffIds.length
        after = staffIds.at(-1) ?? null
      } while (after)
    })
  return { checked, differences }
}

async function recountBatch(db: Db, projectId: string, staffIds: readonly string[]): Promise<Difference[]> {
  const now = databaseNow()
  const outline = await outlineOf(db, projectId)
  if (!outline || !isRunning(outline.status)) return []
  // The job that follows a changed outline, or newcomers, has not come here yet.
  const standings = (await lockedStandings(db, outline, staffIds)).filter(
    ({ row }) => row.outlineVersion === outline.outlineVersion,
  )
  const differences: Difference[] = []
  for (const { staffId, taskId } of await newsOf(db, outline, standings, 'all', now))
    differences.push({ projectId, staffId, what: `standing at task ${taskId}` })
  const moved = standings.flatMap((standing) => {
    const change = changeOf(outline, standing, now)
    if (!change) return []
    const { row, staffId } = standing
    const isSame =
      change.states.join() === row.states.join() &&
      change.percent === row.percent &&
      (change.completedAt === null) === (row.completedAt === null)
    if (isSame) return [{ ...change, completedAt: row.completedAt }]
    differences.push({ projectId, staffId, what: 'states and percent' })
    return []
  })
  await updateStandings(db, projectId, moved)
  return differences
}

/** Each night's check, which has nothing to say unless something is wrong. */
export const recountSweep: Sweep = {
  name: 'training-recount',
  everySeconds: 86_400,
  run: async (services) => {
    const since = new Date(databaseNow().getTime() - looksBackMs)
    for (const companyId of await inTransaction(services.pool, undefined, (db) => companiesInTraining(db, since))) {
      const recounted = await troubles.guard(services, { companyId }, () => recountProjects(services, companyId))
      if (!recounted) continue
      const { checked, differences } = recounted
      if (differences.length === 0) services.log.info({ companyId, checked }, 'projects are what their events say')
      else services.log.error({ companyId, checked, differences: differences.slice(0, 100) }, 'projects differ from their events')
    }
  },
}
