import { protocolErrors } from '@kaopei/contract'
import { contactSight, searchesContacts } from '@kaopei/org/server'
import { guardUses } from '@kaopei/platform/server'
import { type DataScope, type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { createShareToken, revokeShareTokens, siteOfLinks, tokenExpiries } from '@kaopei/share/server'
import { appointmentPeople } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus } from '../../contract/codes.ts'
import { appointmentErrors } from '../../contract/errors.ts'
import { freshFor, ofAppointment } from '../people/assessed.sql.ts'
import { notAdded, notRemoved } from '../people/left-out.ts'
import { withShownAccounts } from '../people/shown-accounts.ts'
import { statusAt } from '../rules/status-at.ts'
import { someAppointment } from './appointment.handlers.ts'
import type { Appointment } from './appointment.sql.ts'
import {
  countPeople,
  deleteRater,
  findRater,
  insertLinkRater,
  insertPeople,
  insertRaters,
  isPersonThere,
  type Rater,
  removePeople,
  selectEligible,
  selectPeople,
  selectRaters,
  setToken,
} from './people.sql.ts'

/** What share tokens of raters are for. */
export const linkKind = 'evaluation'
const linkPath = '/candidate/evaluate'

const handlers: Handlers<typeof appointmentPeople> = {
  list: async ({ id, pageIndex, pageSize, ...wish }, { actor, db, fail, now, scope }) => {
    const found = await someAppointment(db, id, fail)
    const sight = contactSight(actor)
    const filter = { ...wish, appointmentId: id, scope, isSearched: searchesContacts(sight, scope), isOver: isOver(found, now) }
    const rows = await selectPeople(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: await withShownAccounts(db, sight, rows), totalCount: await countPeople(db, filter) }
  },

  add: async ({ id, ...selection }, { actor, db, fail, record, scope }) => {
    const found = await openable(db, id, fail)
    const staffIds = await freshFor(db, ofAppointment(id), { selection, scope, sight: contactSight(actor) })
    if (found.status === appointmentStatus.open) await guardUses(db, 'measurement', staffIds.length, fail)
    const addedCount = await insertPeople(db, { appointmentId: id, staffIds, actorId: actor.staffId })
    record({ targetId: id, targetName: found.name, after: { addedCount } })
    return { addedCount, leftOut: await notAdded(db, { asked: selection.staffIds, done: staffIds, scope }) }
  },

  remove: async ({ id, staffIds }, { db, fail, record, scope }) => {
    const found = await openable(db, id, fail)
    const removed = await removePeople(db, { appointmentId: id, staffIds, scope })
    record({ targetId: id, targetName: found.name, before: { removedCount: removed.length } })
    return { removedCount: removed.length, leftOut: await notRemoved(db, { asked: staffIds, done: removed, scope }) }
  },

  raters: async ({ id, staffId }, { db, fail, now, scope }) => {
    const found = await someAppointment(db, id, fail)
    if (!(await isPersonThere(db, { appointmentId: id, staffId, scope }))) return fail(protocolErrors.notFound)
    const raters = await selectRaters(db, { appointmentId: id, staffId, isOver: isOver(found, now) })
    const expiries = await tokenExpiries(
      db,
      raters.flatMap(({ tokenId }) => tokenId ?? []),
    )
    return raters.map(({ tokenId, ...rater }) => ({ ...rater, linkExpiresAt: (tokenId && expiries.get(tokenId)) || null }))
  },

  addRaters: async ({ id, staffId, role, raterStaffIds }, { actor, db, fail, record, scope }) => {
    const found = await openRound(db, { id, staffId, scope }, fail)
    const wanted = [...new Set(raterStaffIds)]
    const eligible = await selectEligible(db, staffId, wanted)
    if (eligible.length < wanted.length) return fail(appointmentErrors.raterRefused)
    const addedCount = await insertRaters(db, { appointmentId: id, staffId, role, actorId: actor.staffId }, eligible)
    record({ targetId: id, targetName: found.name, after: { role, addedCount } })
    return { addedCount }
  },

  addLink: async ({ id, staffId, role, name, expiresAt }, { actor, db, fail, now, record, scope, services }) => {
    const found = await openRound(db, { id, staffId, scope }, fail)
    if (expiresAt <= now) return fail(appointmentErrors.linkExpiryPast)
    const raterId = await insertLinkRater(db, { appointmentId: id, staffId, role, actorId: actor.staffId }, name)
    const { companyId, staffId: actorId } = actor
    const wanted = { companyId, actorId, kind: linkKind, subjectId: raterId, title: found.name, expiresAt }
    const made = await createShareToken(db, wanted)
    await setToken(db, raterId, made.id)
    record({ targetId: id, targetName: found.name, after: { role, raterName: name, expiresAt } })
    return { id: raterId, url: `${await siteOfLinks(db, services)}${linkPath}?token=${made.token}` }
  },

  renewLink: async ({ raterId, expiresAt }, { actor, db, fail, now, record, scope, services }) => {
    const { rater, found } = await someRater(db, { raterId, scope }, fail)
    if (rater.raterStaffId !== null) return fail(appointmentErrors.noLink)
    if (expiresAt <= now) return fail(appointmentErrors.linkExpiryPast)
    await revokeShareTokens(db, { kind: linkKind, subjectId: raterId, now })
    const { companyId, staffId: actorId } = actor
    const wanted = { companyId, actorId, kind: linkKind, subjectId: raterId, title: found.name, expiresAt }
    const made = await createShareToken(db, wanted)
    await setToken(db, raterId, made.id)
    record({ targetId: found.id, targetName: found.name, after: { raterName: rater.raterName, expiresAt } })
    return { id: raterId, url: `${await siteOfLinks(db, services)}${linkPath}?token=${made.token}` }
  },

  removeRater: async ({ raterId }, { db, fail, now, record, scope }) => {
    const { rater, found } = await someRater(db, { raterId, scope }, fail)
    if (found.mode !== appointmentMode.round || rater.role === 1)
      return fail(appointmentErrors.raterHasAnswers, { text: '本人不能作为评价人移除，请在人员列表中移出被测人' })
    if (!(await deleteRater(db, raterId))) return fail(appointmentErrors.raterHasAnswers)
    await revokeShareTokens(db, { kind: linkKind, subjectId: raterId, now })
    record({ targetId: found.id, targetName: found.name, before: { role: rater.role, raterName: rater.raterName } })
    return null
  },
}

export const peopleEndpoints = implement(appointmentPeople, handlers, { rater_account: appointmentErrors.raterThere })

const isOver = (found: Appointment, now: Date) => {
  const status = statusAt(found, now)
  return status === appointmentStatus.closed || status === appointmentStatus.ended
}

type OpenErrors = typeof protocolErrors.notFound | (typeof appointmentErrors)['alreadyClosed']

/** Not closed, and nobody closes it meanwhile. */
async function openable(db: Db, id: string, fail: Fail<OpenErrors>): Promise<Appointment> {
  const found = await someAppointment(db, id, fail, 'share')
  return found.status === appointmentStatus.closed ? fail(appointmentErrors.alreadyClosed) : found
}

interface Place {
  readonly id: string
  readonly staffId: string
  readonly scope: DataScope
}

async function openRound(db: Db, { id, staffId, scope }: Place, fail: Fail<OpenErrors | (typeof appointmentErrors)['notRound']>) {
  const found = await openable(db, id, fail)
  if (found.mode !== appointmentMode.round) return fail(appointmentErrors.notRound)
  if (!(await isPersonThere(db, { appointmentId: id, staffId, scope }))) return fail(protocolErrors.notFound)
  return found
}

async function someRater(
  db: Db,
  { raterId, scope }: { raterId: string; scope: DataScope },
  fail: Fail<OpenErrors>,
): Promise<{ rater: Rater; found: Appointment }> {
  const rater = (await findRater(db, raterId, 'update')) ?? fail(protocolErrors.notFound)
  const { appointmentId, staffId } = rater
  if (!(await isPersonThere(db, { appointmentId, staffId, scope }))) return fail(protocolErrors.notFound)
  return { rater, found: await openable(db, appointmentId, fail) }
}
