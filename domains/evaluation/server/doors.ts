/** For `posts/`, which has a scale as one part of something larger. */

import type { protocolErrors } from '@kaopei/contract'
import type { Db, Fail } from '@kaopei/server'
import type { appointmentErrors } from '../contract/errors.ts'
import { type Report, report } from '../contract/report.ts'
import { usableVersion } from './appointments/appointment.handlers.ts'
import { insertAppointment, markOpen, type Owned } from './appointments/appointment.sql.ts'
import { insertPeople } from './appointments/people.sql.ts'
import { findIssued } from './results/issue.sql.ts'

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

export interface IssuedResult {
  readonly evaluationResultId: string
  readonly issuedAt: Date
  readonly isVoid: boolean
  readonly report: Report
}

/** Undefined until it is issued. The caller has asked whether it may be seen (`seesPrivate`). */
export async function findReport(
  db: Db,
  { appointmentId, staffId }: { appointmentId: string; staffId: string },
): Promise<IssuedResult | undefined> {
  const found = await findIssued(db, appointmentId, staffId)
  return found && { ...found, report: report.parse(found.report) }
}

export { insertPeople as invite } from './appointments/people.sql.ts'
export { seesPrivate } from './results/result.handlers.ts'
