import type { protocolErrors } from '@kaopei/contract'
import { contactSight, searchesContacts } from '@kaopei/org/server'
import { guardUses } from '@kaopei/platform/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { appointmentStatus } from '../../contract/codes.ts'
import { postErrors } from '../../contract/errors.ts'
import { postPeople } from '../../contract/post.ts'
import { partState } from '../../contract/post-codes.ts'
import { freshFor, ofPostAssessment } from '../people/assessed.sql.ts'
import { notAdded, notRemoved } from '../people/left-out.ts'
import { withShownAccounts } from '../people/shown-accounts.ts'
import { someAssessment } from './assessment.handlers.ts'
import { type Assessment, selectParts } from './assessment.sql.ts'
import { addToParts, takeFromParts } from './open.service.ts'
import { countPeople, deletePeople, employees, insertPeople, selectPeople, selectThere } from './people.sql.ts'
import { partStandings } from './standing.ts'

const handlers: Handlers<typeof postPeople> = {
  list: async ({ id, pageIndex, pageSize, ...wish }, { actor, db, fail, scope }) => {
    const { status } = await someAssessment(db, id, fail)
    const sight = contactSight(actor)
    const filter = { ...wish, assessmentId: id, scope, isSearched: searchesContacts(sight, scope) }
    const found = await selectPeople(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const rows = await withShownAccounts(db, sight, found)
    const staffIds = rows.map(({ staffId }) => staffId)
    const isOver = status === appointmentStatus.closed
    const standings = await partStandings(db, { parts: await selectParts(db, [id]), isOver }, staffIds)
    const dataList = rows.map((row) => ({
      ...row,
      parts: (standings.get(row.staffId) ?? []).map(({ part, state, at }) => ({ part, state, at })),
    }))
    return { dataList, totalCount: await countPeople(db, filter) }
  },

  add: async ({ id, ...selection }, { actor, db, fail, now, record, scope }) => {
    const found = await changeable(db, id, { fail, now })
    const staffIds = await freshFor(db, ofPostAssessment(id), { selection, scope, sight: contactSight(actor), only: employees })
    if (found.status === appointmentStatus.open) await guardUses(db, 'measurement', staffIds.length, fail)
    const addedCount = await insertPeople(db, { assessmentId: id, staffIds, actorId: actor.staffId })
    if (found.status === appointmentStatus.open && addedCount > 0)
      await addToParts(db, await selectParts(db, [id]), { staffIds, actorId: actor.staffId, now })
    record({ targetId: id, targetName: found.name, after: { addedCount } })
    return { addedCount, leftOut: await notAdded(db, { asked: selection.staffIds, done: staffIds, scope }) }
  },

  remove: async ({ id, staffIds }, { db, fail, now, record, scope }) => {
    const found = await changeable(db, id, { fail, now })
    const there = await selectThere(db, { assessmentId: id, staffIds, scope })
    const parts = await selectParts(db, [id])
    const standings = await partStandings(db, { parts, isOver: false }, there)
    const going = there.filter((staffId) => standings.get(staffId)?.every(({ state }) => state === partState.open) ?? true)
    if (found.status === appointmentStatus.open && going.length > 0)
      await takeFromParts(db, parts, { staffIds: going, scope, fail })
    const removed = await deletePeople(db, { assessmentId: id, staffIds: going })
    record({ targetId: id, targetName: found.name, before: { removedCount: removed.length } })
    return { removedCount: removed.length, leftOut: await notRemoved(db, { asked: staffIds, done: removed, scope }) }
  },
}

export const postPeopleEndpoints = implement(postPeople, handlers)

/** Not closed and not over, and nobody closes it meanwhile. */
async function changeable(
  db: Db,
  id: string,
  { fail, now }: { fail: Fail<typeof protocolErrors.notFound | (typeof postErrors)['alreadyClosed']>; now: Date },
): Promise<Assessment> {
  const found = await someAssessment(db, id, fail, 'share')
  const isOver = found.status === appointmentStatus.open && found.endAt !== null && found.endAt <= now
  return isOver || found.status === appointmentStatus.closed ? fail(postErrors.alreadyClosed) : found
}
