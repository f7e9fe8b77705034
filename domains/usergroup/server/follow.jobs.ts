import { staffChanged } from '@kaopei/org/server'
import {
  type Db,
  databaseNow,
  enqueue,
  inTransaction,
  job,
  listener,
  type RawServices,
  type Sweep,
  Troubles,
} from '@kaopei/server'
import { z } from 'zod'
import {
  companiesWithTimeBoundGroups,
  computeGroup,
  dynamicGroupIds,
  everybody,
  followStaff,
  lockDynamicGroups,
  markChanged,
  recountStatic,
  staleTimeBoundIds,
  takeChanged,
} from './compute.sql.ts'
import { today } from './today.ts'

// How dynamic groups follow their people. A change of people leaves marks; one job for each company takes all marks there are.

/** Beyond so many people at once it is cheaper to compute every group anew. */
const mostFollowed = 2000
const groupsInOneStatement = 50
const groupsInOneJob = 20
const troubles = new Troubles('usergroup-calendar')

/** Every group of a list computed anew, each in a transaction of its own; one that fails keeps none of the others waiting, and the job is tried again. */
const recomputeGroups = job({
  name: 'usergroup.recompute',
  payload: z.object({ groupIds: z.array(z.string()) }),
  run: async ({ groupIds }, context) => {
    const failures: unknown[] = []
    for (const id of groupIds) {
      if (context.isStopping()) throw new Error('the worker is stopping; the groups are computed elsewhere')
      await context.transaction((db) => computeOne(db, id, databaseNow())).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some groups could not be computed')
  },
})

const followJob = job({
  name: 'usergroup.follow',
  payload: z.object({}),
  run: (_payload, context) => context.transaction((db) => follow(db)),
})

async function follow(db: Db): Promise<void> {
  const changed = await takeChanged(db)
  if (changed.length === 0) return
  if (changed.includes(everybody) || changed.length > mostFollowed) {
    await enqueueRecompute(db, await dynamicGroupIds(db))
    return recountStatic(db, null)
  }
  const now = databaseNow()
  const at = { today: await today(db, now), now }
  const groups = await lockDynamicGroups(db)
  for (let from = 0; from < groups.length; from += groupsInOneStatement) {
    await followStaff(db, groups.slice(from, from + groupsInOneStatement), changed, at)
  }
  await recountStatic(db, changed)
}

async function computeOne(db: Db, id: string, now: Date): Promise<void> {
  const [group] = await lockDynamicGroups(db, [id])
  if (group) await computeGroup(db, group, { today: await today(db, now), now })
}

async function enqueueRecompute(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += groupsInOneJob) {
    const groupIds = ids.slice(from, from + groupsInOneJob)
    await enqueue(db, recomputeGroups, db.companyId, { groupIds }, { key: groupIds[0] ?? '' })
  }
}

export const staffChangedListener = listener({
  name: 'usergroup.followStaff',
  event: staffChanged,
  run: ({ staffIds }, { transaction, companyId }) =>
    transaction(async (db) => {
      await markChanged(db, staffIds)
      await enqueue(db, followJob, companyId, {}, { key: 'all' })
    }),
})

/** A new day changes "joined within n days": each group that says so is computed once a day. */
export async function followCalendar(services: RawServices, now: Date): Promise<void> {
  const companies = await inTransaction(services.pool, undefined, companiesWithTimeBoundGroups)
  await troubles.each(
    services,
    companies.map((companyId) => ({ companyId })),
    async (db) => enqueueRecompute(db, await staleTimeBoundIds(db, await today(db, now))),
  )
}

export const followJobs = [recomputeGroups, followJob]
export const calendarSweep: Sweep = {
  name: 'usergroup-calendar',
  everySeconds: 1800,
  run: (services) => followCalendar(services, databaseNow()),
}
