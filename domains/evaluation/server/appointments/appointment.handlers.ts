import { kept, protocolErrors } from '@kaopei/contract'
import { guardUses } from '@kaopei/platform/server'
import { type Db, type Fail, type Handlers, implement } from '@kaopei/server'
import { appointment, appointmentFields } from '../../contract/appointment.ts'
import { appointmentStatus, scaleStatus } from '../../contract/codes.ts'
import { appointmentErrors } from '../../contract/errors.ts'
import { closeAppointment } from '../results/close.service.ts'
import { statusAt } from '../rules/status-at.ts'
import { findScale, selectVersion, type Version } from '../scales/scale.sql.ts'
import {
  type Appointment,
  type AppointmentFields,
  appointmentCounts,
  countAppointments,
  findAppointment,
  hasSittings,
  insertAppointment,
  markOpen,
  removeAppointment,
  selectAppointments,
  updateAppointment,
} from './appointment.sql.ts'

const handlers: Handlers<typeof appointment> = {
  list: async ({ pageIndex, pageSize, ...query }, { db, now }) => {
    const filter = { ...query, now }
    const rows = await selectAppointments(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList: rows.map((row) => ({ ...row, ...shownTimes(row, now) })), totalCount: await countAppointments(db, filter) }
  },

  get: async ({ id }, { db, fail, now }) => {
    const found = await someAppointment(db, id, fail)
    const { content, number } = await selectVersion(db, found.scaleVersionId)
    return {
      ...{ ...found, ...shownTimes(found, now), ...(await appointmentCounts(db, id)) },
      versionNumber: number,
      itemCount: content.items.length,
      consent: content.consent,
      norms: content.norms.map(({ id: key, name, n, date }) => ({ id: key, name, n, date })),
      openTime: found.openedAt,
      closeTime: found.closedAt,
    }
  },

  save: async ({ id, version, ...wish }, { actor, db, fail, now, record }) => {
    const before = id === undefined ? undefined : await someAppointment(db, id, fail, 'update')
    if (before && version !== before.version) return fail(protocolErrors.changed, { data: { version: before.version } })
    const standing = before && { ...before, startTime: before.startAt, endTime: before.endAt }
    const fields = kept(appointmentFields, wish, standing)
    if (fields.startTime && fields.endTime && fields.endTime <= fields.startTime) return fail(appointmentErrors.timesInverted)
    if (before?.status === appointmentStatus.closed) return fail(appointmentErrors.alreadyClosed)
    if (before && before.status !== appointmentStatus.draft && isOtherInKind(before, fields))
      return fail(appointmentErrors.notDraft)
    const taken = before && before.status !== appointmentStatus.draft ? before.scaleVersionId : undefined
    const versionId = taken ?? (await usableVersion(db, fields, fail)).id
    const after = { name: fields.name, startTime: fields.startTime, endTime: fields.endTime, limitMinutes: fields.limitMinutes }
    if (!before) {
      const made = await insertAppointment(db, fields, { versionId, actorId: actor.staffId })
      record({ targetId: made, targetName: fields.name, after, action: 'create' })
      return { id: made, version: 1 }
    }
    await updateAppointment(db, before.id, fields, { versionId, now })
    record({ targetId: before.id, targetName: fields.name, after })
    return { id: before.id, version: before.version + 1 }
  },

  open: async ({ id }, { db, fail, now, record }) => {
    const before = await someAppointment(db, id, fail, 'update')
    if (before.status !== appointmentStatus.draft) return fail(appointmentErrors.notDraft, { text: '测评已经发布' })
    if (before.endAt && before.endAt <= now) return fail(appointmentErrors.endPast)
    const { personCount } = await appointmentCounts(db, id)
    if (personCount === 0) return fail(appointmentErrors.nobody)
    const { id: versionId } = await usableVersion(db, before, fail)
    await guardUses(db, 'measurement', personCount, fail)
    await markOpen(db, id, { versionId, now })
    record({ targetId: id, targetName: before.name, after: { personCount } })
    return { id, version: before.version + 1 }
  },

  close: async ({ id }, { db, fail, now, record }) => {
    const before = await someAppointment(db, id, fail, 'update')
    if (before.status !== appointmentStatus.open) return fail(appointmentErrors.notOpen)
    const issuedCount = await closeAppointment(db, before, now)
    record({ targetId: id, targetName: before.name, after: { issuedCount } })
    return { id, version: before.version + 1 }
  },

  remove: async ({ id }, { db, fail, now, record }) => {
    const before = await someAppointment(db, id, fail, 'update')
    if (await hasSittings(db, id)) return fail(appointmentErrors.hasAnswers)
    await removeAppointment(db, id, now)
    record({ targetId: id, targetName: before.name, before: { name: before.name } })
    return null
  },
}

export const appointmentEndpoints = implement(appointment, handlers)

const shownTimes = ({ startAt, endAt, status }: Appointment, now: Date) => ({
  startTime: startAt,
  endTime: endAt,
  status: statusAt({ status, startAt, endAt }, now),
})

export async function someAppointment(
  db: Db,
  id: string,
  fail: Fail<typeof protocolErrors.notFound>,
  lock?: 'update' | 'share',
): Promise<Appointment> {
  const found = await findAppointment(db, id, lock)
  return found?.ownerId === null ? found : fail(protocolErrors.notFound)
}

/** Once people have been told, what they sit stays what it was. */
function isOtherInKind(before: Appointment, { scaleId, mode, limitMinutes, normKey }: AppointmentFields): boolean {
  return scaleId !== before.scaleId || mode !== before.mode || limitMinutes !== before.limitMinutes || normKey !== before.normKey
}

type VersionErrors = (typeof appointmentErrors)['scaleRefused' | 'normRefused']

/** The published version of the scale, if it may be used and has the norm group. */
export async function usableVersion(
  db: Db,
  { scaleId, normKey }: Pick<AppointmentFields, 'scaleId' | 'normKey'>,
  fail: Fail<VersionErrors>,
): Promise<Version> {
  const scale = await findScale(db, scaleId, 'share')
  if (!scale?.publishedId || scale.status !== scaleStatus.published) return fail(appointmentErrors.scaleRefused)
  const version = await selectVersion(db, scale.publishedId)
  if (normKey !== null && !version.content.norms.some(({ id }) => id === normKey)) return fail(appointmentErrors.normRefused)
  return version
}
