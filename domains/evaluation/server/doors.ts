/** For `posts/`, which has a scale as one part of something larger. */

import type { protocolErrors } from '@kaopei/contract'
import type { Db, Fail } from '@kaopei/server'
import type { appointmentErrors } from '../contract/errors.ts'
import { usableVersion } from './appointments/appointment.handlers.ts'
import { insertAppointment, markOpen, type Owned } from './appointments/appointment.sql.ts'
import { insertPeople } from './appointments/people.sql.ts'

export interface WantedAppointment {
  readonly name: string
  readonly scaleId: string
  readonly purpose: string
  readonly startTime: Date | null
  readonly endTime: Date | null
  /** What asks for it: its results are found by it. */
  readonly owner: Owned
  readonly staffIds: readonly string[]
  readonly actorId: string
  readonly now: Date
}

type Refusals = (typeof appointmentErrors)['scaleRefused' | 'normRefused'] | typeof protocolErrors.notFound

/** An appointment of the scale's published version that is open at once. The caller has asked `guardUses`. Answers its id. */
export async function makeAppointment(db: Db, wanted: WantedAppointment, fail: Fail<Refusals>): Promise<string> {
  const { name, scaleId, purpose, startTime, endTime, owner, actorId, now } = wanted
  const { id: versionId } = await usableVersion(db, { scaleId, normKey: null }, fail)
  const fields = { name, scaleId, mode: 1, purpose, startTime, endTime, limitMinutes: null, itemsAPage: 1, normKey: null }
  const id = await insertAppointment(db, fields, { versionId, actorId, owner })
  await insertPeople(db, { appointmentId: id, staffIds: wanted.staffIds, actorId })
  await markOpen(db, id, { versionId, now })
  return id
}

export { insertPeople as invite } from './appointments/people.sql.ts'
export { seesPrivate } from './results/result.handlers.ts'
