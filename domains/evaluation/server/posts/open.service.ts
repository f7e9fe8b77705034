/** Opening makes the exams and opens the scales of an assessment; closing ends them; what changes afterwards changes in all of them. */

import type { protocolErrors } from '@kaopei/contract'
import { examPurpose } from '@kaopei/exam/contract/exam-codes'
import type { examErrors } from '@kaopei/exam/contract/exam-errors'
import { addToPurposed, changePurposed, endPurposed, makePurposedExam, takeFromPurposed } from '@kaopei/exam/server'
import type { DataScope, Db, Fail } from '@kaopei/server'
import type { appointmentErrors } from '../../contract/errors.ts'
import { partExamName } from '../../contract/post-words.ts'
import { findAppointment, updateAppointment } from '../appointments/appointment.sql.ts'
import { removePeople } from '../appointments/people.sql.ts'
import { invite, makeAppointment } from '../doors.ts'
import { closeAppointment } from '../results/close.service.ts'
import { type Assessment, markAssessment, markPeople, type Part, postOwner, setMade } from './assessment.sql.ts'

type Refusals =
  | (typeof appointmentErrors)['scaleRefused' | 'normRefused']
  | (typeof examErrors)['checksFailed']
  | typeof protocolErrors.notFound

export interface Opening {
  readonly parts: readonly Part[]
  readonly staffIds: readonly string[]
  readonly endAt: Date
  readonly actorId: string
  readonly now: Date
}

export async function openParts(db: Db, assessment: Assessment, opening: Opening, fail: Fail<Refusals>): Promise<void> {
  const { id, name, purpose, startAt } = assessment
  const { parts, staffIds, endAt, actorId, now } = opening
  const times = { startTime: startAt, endTime: endAt }
  for (const one of parts) {
    const made = { name: partExamName(name, one.part), staffIds, actorId, now }
    if (one.sourceExamId !== null) {
      const wish = { ...made, purpose: examPurpose.post, sourceId: one.sourceExamId, openAt: startAt ?? now, closeAt: endAt }
      await setMade(db, one, { examId: await makePurposedExam(db, { ...wish, fail }) })
    } else if (one.scaleId !== null) {
      const wish = { ...made, ...times, purpose, scaleId: one.scaleId, owner: { ownerKind: postOwner, ownerId: id } }
      await setMade(db, one, { appointmentId: await makeAppointment(db, wish, fail) })
    }
  }
  await markAssessment(db, id, 'open', now)
}

interface Changing {
  readonly parts: readonly Part[]
  readonly actorId: string
  readonly now: Date
}

/** Its name and its end, in everything that was made of it. */
export async function changeParts(
  db: Db,
  { name, purpose, endTime }: { name: string; purpose: string; endTime: Date },
  { parts, actorId, now }: Changing,
): Promise<void> {
  for (const { part, examId, appointmentId } of parts) {
    if (examId !== null) await changePurposed(db, { examId, name: partExamName(name, part), closeAt: endTime, actorId, now })
    const found = appointmentId === null ? undefined : await findAppointment(db, appointmentId, 'update')
    if (!found) continue
    const fields = { ...found, name: partExamName(name, part), purpose, startTime: found.startAt, endTime }
    await updateAppointment(db, found.id, fields, { versionId: found.scaleVersionId, now })
  }
}

/** By hand it ends the exams too; by the clock whoever was given more time has it. */
export async function closeAssessment(
  db: Db,
  { id }: Pick<Assessment, 'id'>,
  { parts, actorId, now }: Omit<Changing, 'actorId'> & { readonly actorId: string | null },
): Promise<void> {
  for (const { examId, appointmentId } of parts) {
    if (examId !== null && actorId !== null) await endPurposed(db, { examId, now, actorId })
    const found = appointmentId === null ? undefined : await findAppointment(db, appointmentId, 'update')
    if (found?.status === 1) await closeAppointment(db, found, now)
  }
  await markAssessment(db, id, 'closed', now)
  await markPeople(db, id)
}

export async function addToParts(
  db: Db,
  parts: readonly Part[],
  { staffIds, actorId, now }: { staffIds: readonly string[]; actorId: string; now: Date },
): Promise<void> {
  for (const { examId, appointmentId } of parts) {
    if (examId !== null) await addToPurposed(db, { examId, staffIds, now })
    if (appointmentId !== null) await invite(db, { appointmentId, staffIds, actorId })
  }
}

export async function takeFromParts(
  db: Db,
  parts: readonly Part[],
  {
    staffIds,
    scope,
    fail,
  }: {
    staffIds: readonly string[]
    scope: DataScope
    fail: Fail<(typeof examErrors)['candidateHasAttempt' | 'heldByGroup']>
  },
): Promise<void> {
  for (const { examId, appointmentId } of parts) {
    if (examId !== null) await takeFromPurposed(db, { examId, staffIds, fail })
    if (appointmentId !== null) await removePeople(db, { appointmentId, staffIds, scope })
  }
}
