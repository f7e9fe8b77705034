/** The end of a sitting: handed in by whoever answers or by the sweep, or taken back. */
import type { Db, Fail } from '@kaopei/server'
import { appointmentMode, raterRole } from '../../contract/codes.ts'
import { answerErrors } from '../../contract/errors.ts'
import { optionsOf } from '../../contract/rules/keyed-items.ts'
import { markWithdrawn } from '../appointments/people.sql.ts'
import { compiledVersion, issueReport } from '../results/issue.service.ts'
import { findResultId } from '../results/issue.sql.ts'
import { medianSeconds } from '../rules/quality.ts'
import { isOpen } from '../rules/status-at.ts'
import { type Answering, currentOf, graceMs, mayLeave, type Place, type SubmitErrors } from './rater.service.ts'
import { deleteSitting, findSitting, type KeptAnswer, markSubmitted, type Sitting, selectAnswers } from './sitting.sql.ts'

export interface HandedIn {
  readonly submittedAt: Date
  readonly answeredCount: number
  readonly itemCount: number
  readonly evaluationResultId: string | null
}

export async function submitPlace(
  { db, now, fail }: Answering & { readonly fail: Fail<SubmitErrors> },
  { rater, appointment }: Place,
  leaseEpoch: number,
): Promise<HandedIn> {
  const sitting = await findSitting(db, rater.id, 'update')
  if (!sitting) return fail(answerErrors.notBegun)
  const isOver = appointment.status !== 1 || (appointment.endAt !== null && now.getTime() > appointment.endAt.getTime() + graceMs)
  if (sitting.submittedAt === null && isOver) return fail(answerErrors.notOpen)
  if (sitting.submittedAt === null && sitting.leaseEpoch !== leaseEpoch) return fail(answerErrors.replaced)
  return handIn(db, { rater, appointment }, { sitting, now })
}

/** By whoever answers, or by the sweep when the time is over; asked again it answers as before. */
export async function handIn(
  db: Db,
  { rater, appointment }: Place,
  { sitting, now }: { sitting: Sitting; now: Date },
): Promise<HandedIn> {
  const { version } = await compiledVersion(db, sitting.scaleVersionId)
  const { content } = version
  const isOwn = rater.role === raterRole.self
  const resultId = async () =>
    isOwn && appointment.mode === appointmentMode.own ? findResultId(db, appointment.id, rater.staffId) : null
  const itemCount = content.items.length
  if (sitting.submittedAt) {
    const answeredCount = (sitting.given ?? []).filter((value) => value !== null).length
    return { submittedAt: sitting.submittedAt, answeredCount, itemCount, evaluationResultId: await resultId() }
  }
  const kept = await selectAnswers(db, sitting.id)
  const current = currentOf(kept)
  const given = content.items.map((item, place) => {
    const option = current.get(place + 1)?.option
    return option === null || option === undefined ? null : (optionsOf(content, item)[option]?.value ?? null)
  })
  const at = sitting.dueAt && sitting.dueAt < now ? sitting.dueAt : now
  await markSubmitted(db, sitting.id, { given, secondsAnItem: secondsOf(kept), at })
  if (appointment.mode === appointmentMode.own) await issueReport(db, appointment, { staffId: rater.staffId, now })
  const answeredCount = given.filter((value) => value !== null).length
  return { submittedAt: at, answeredCount, itemCount, evaluationResultId: await resultId() }
}

/** By the clock of whoever answered: the server sees a page of answers at once. */
function secondsOf(kept: readonly KeptAnswer[]): number | null {
  const firsts = new Map<number, Date>()
  for (const { kind, slot, clientTime, savedAt } of kept)
    if (kind === 'save' && !firsts.has(slot)) firsts.set(slot, clientTime ?? savedAt)
  return medianSeconds([...firsts.values()])
}

/** Takes back consent: what was answered is deleted and never counts. */
export async function leavePlace(
  { db, now, fail }: Answering & { readonly fail: Fail<(typeof answerErrors)['notOpen' | 'mayNotLeave']> },
  place: Place,
): Promise<null> {
  const { rater, appointment } = place
  if (rater.withdrawnAt) return null
  const sitting = await findSitting(db, rater.id, 'update')
  if (!isOpen(appointment, now)) return fail(answerErrors.notOpen)
  if (!mayLeave(place, sitting, now)) return fail(answerErrors.mayNotLeave)
  if (sitting) await deleteSitting(db, sitting.id)
  await markWithdrawn(db, rater.id, now)
  return null
}
