/** One rater's way through a scale, whoever they are: the same for accounts and links. */
import { companiesByIds, recordUse } from '@kaopei/platform/server'
import type { Db, Fail, Services } from '@kaopei/server'
import type { z } from 'zod'
import type { opened as openedShape, saved, sheet as sheetShape } from '../../contract/answering.ts'
import { raterRole, sittingState } from '../../contract/codes.ts'
import { answerErrors } from '../../contract/errors.ts'
import { optionsOf } from '../../contract/rules/keyed-items.ts'
import { type Appointment, findAppointment } from '../appointments/appointment.sql.ts'
import { findRater, type Rater } from '../appointments/people.sql.ts'
import { compiledVersion } from '../results/issue.service.ts'
import { evidenceOf, judgeWrites, type Write } from '../rules/judge-writes.ts'
import { isOpen, statusAt } from '../rules/status-at.ts'
import type { Version } from '../scales/scale.sql.ts'
import { receiptOf } from './receipt.ts'
import {
  findSitting,
  insertAnswers,
  insertSitting,
  type KeptAnswer,
  type NewAnswer,
  nameOfStaff,
  type Sitting,
  selectAnswers,
  takeLease,
} from './sitting.sql.ts'

type Opened = z.input<typeof openedShape>
type Sheet = z.input<typeof sheetShape>
type Saved = z.input<typeof saved>

export interface Answering {
  readonly db: Db
  readonly now: Date
  readonly services: Services
}

/** Answers are taken so much longer than the limit: they were on their way. */
export const graceMs = 30_000

export interface Place {
  readonly rater: Rater
  readonly appointment: Appointment
}

/** Undefined where nobody is asked: no such rater, or nothing was published. */
export async function findPlace(db: Db, raterId: string, lock?: 'share'): Promise<Place | undefined> {
  const rater = await findRater(db, raterId)
  const appointment = rater && (await findAppointment(db, rater.appointmentId, lock))
  return rater && appointment && appointment.status > 0 ? { rater, appointment } : undefined
}

export async function openPlace(
  { db, now, services }: Answering,
  { rater, appointment }: Place,
  device: string,
): Promise<Opened> {
  const { version } = await compiledVersion(db, appointment.scaleVersionId)
  const sitting = await findSitting(db, rater.id)
  const [company] = await companiesByIds(db, [db.companyId])
  const isDone = sitting?.submittedAt != null
  const mayAnswer = !isDone && rater.withdrawnAt === null && isOpen(appointment, now)
  const { content } = version
  return {
    ...{ raterId: rater.id, companyName: company?.name ?? '', appointmentName: appointment.name, purpose: appointment.purpose },
    ...{
      scaleName: appointment.scaleName,
      kind: appointment.kind,
      information: appointment.information,
      instructions: content.instructions,
    },
    ...{ personName: await nameOfStaff(db, rater.staffId), role: rater.role, status: statusAt(appointment, now) },
    state: stateOf(rater, sitting),
    mayAnswer,
    mayLeave: mayLeave({ rater, appointment }, sitting, now),
    ...{ startTime: appointment.startAt, endTime: appointment.endAt, limitMinutes: appointment.limitMinutes },
    ...{ itemsAPage: appointment.itemsAPage, itemCount: content.items.length },
    consent: consentOf(appointment, version),
    sheet: sitting && mayAnswer ? await sheetOf({ db, now, services }, { sitting, version, device }) : null,
  }
}

const consentOf = ({ retentionMonths }: Appointment, { number, content }: Version) => ({
  ...{ versionNumber: number, purpose: content.consent.purpose, readers: content.consent.readers, retentionMonths },
})

function stateOf({ withdrawnAt }: Rater, sitting: Sitting | undefined) {
  if (withdrawnAt) return sittingState.withdrawn
  if (!sitting) return sittingState.open
  return sitting.submittedAt ? sittingState.submitted : sittingState.begun
}

/** A rater may until the end, whoever answers for themselves until they hand in. */
export function mayLeave({ rater, appointment }: Place, sitting: Sitting | undefined, now: Date): boolean {
  if (rater.withdrawnAt !== null || !isOpen(appointment, now)) return false
  return rater.role !== raterRole.self || (sitting !== undefined && sitting.submittedAt === null)
}

async function sheetOf(
  { db, now }: Answering,
  { sitting, version, device }: { sitting: Sitting; version: Version; device: string },
): Promise<Sheet> {
  const kept = await selectAnswers(db, sitting.id)
  const current = currentOf(kept)
  return {
    ...{ sittingId: sitting.id, serverTime: now, startedAt: sitting.startedAt, due: sitting.dueAt },
    lease: {
      epoch: sitting.leaseEpoch,
      isMine: sitting.leaseDevice === device,
      isSameBrowser: browserOf(sitting.leaseDevice) === browserOf(device),
    },
    nextSeq: Math.max(0, ...kept.map(({ clientSeq }) => clientSeq)) + 1,
    items: version.content.items.map((item, place) => {
      const answer = current.get(place + 1)
      return {
        ...{ slot: place + 1, text: item.text, options: optionsOf(version.content, item).map(({ text }) => text) },
        ...{ option: answer?.option ?? null, rev: answer?.rev ?? 0, savedAt: answer?.savedAt ?? null },
      }
    }),
  }
}

const browserOf = (device: string) => device.split(':')[0]

/** Of each slot the revision that counts. */
export function currentOf(kept: readonly KeptAnswer[]): ReadonlyMap<number, KeptAnswer> {
  return new Map(kept.filter(({ kind }) => kind === 'save').map((one) => [one.slot, one]))
}

type BeginErrors = (typeof answerErrors)['notOpen' | 'consentFirst' | 'already']

export async function beginPlace(
  answering: Answering & { readonly fail: Fail<BeginErrors> },
  place: Place,
  { device, consentVersion, retentionMonths }: { device: string; consentVersion: number; retentionMonths: number },
): Promise<Opened> {
  const { db, now, fail } = answering
  const { rater, appointment } = place
  if (rater.withdrawnAt) return fail(answerErrors.notOpen, { text: '您已退出这份测评' })
  const before = await findSitting(db, rater.id)
  if (before?.submittedAt) return fail(answerErrors.already)
  if (!isOpen(appointment, now)) return fail(answerErrors.notOpen)
  const { version } = await compiledVersion(db, appointment.scaleVersionId)
  if (consentVersion !== version.number) return fail(answerErrors.consentFirst)
  // How long is the scale's word of today: whoever was shown another one has not agreed to it.
  if (!before && retentionMonths !== appointment.retentionMonths)
    return fail(answerErrors.consentFirst, {
      text: `保存期限已改为 ${appointment.retentionMonths} 个月，请刷新页面，重新阅读知情说明后再同意`,
    })
  if (!before) {
    const dueAt = appointment.limitMinutes === null ? null : new Date(now.getTime() + appointment.limitMinutes * 60_000)
    await insertSitting(db, {
      ...{ raterId: rater.id, appointmentId: appointment.id, scaleVersionId: version.id, staffId: rater.staffId },
      ...{ consent: consentOf(appointment, version), device, now, dueAt: earlier(dueAt, appointment.endAt) },
    })
    const use = {
      companyId: db.companyId,
      kind: 'measurement',
      // What it is a part of is used up once, whatever part somebody begins with.
      subjectId: appointment.ownerId ?? appointment.id,
      subjectName: appointment.ownerName ?? appointment.name,
    } as const
    await recordUse(db, { ...use, staffId: rater.staffId, at: now })
  }
  return openPlace(answering, place, device)
}

const earlier = (dueAt: Date | null, endAt: Date | null) => (dueAt && endAt && endAt < dueAt ? endAt : dueAt)

export type SubmitErrors = (typeof answerErrors)['notOpen' | 'notBegun' | 'replaced']

export async function takeOverPlace(
  answering: Answering & { readonly fail: Fail<SubmitErrors> },
  place: Place,
  device: string,
): Promise<Opened> {
  const { db, now, fail } = answering
  const sitting = await findSitting(db, place.rater.id, 'update')
  if (!sitting) return fail(answerErrors.notBegun)
  if (sitting.submittedAt || !isOpen(place.appointment, now)) return fail(answerErrors.notOpen)
  if (sitting.leaseDevice !== device) await takeLease(db, sitting.id, device)
  return openPlace(answering, place, device)
}

export interface GivenWrites {
  readonly leaseEpoch: number
  readonly items: readonly (Omit<Write, 'clientTime'> & { readonly clientTime?: Date | undefined })[]
}

export async function saveWrites(
  { db, now, services, fail }: Answering & { readonly fail: Fail<(typeof answerErrors)['notBegun']> },
  { rater, appointment }: Place,
  { leaseEpoch, items }: GivenWrites,
): Promise<Saved> {
  const sitting = await findSitting(db, rater.id, 'update')
  if (!sitting) return fail(answerErrors.notBegun)
  const { version } = await compiledVersion(db, sitting.scaleVersionId)
  const writes = items.map((item) => ({ ...item, clientTime: item.clientTime ?? null }))
  const kept = await selectAnswers(
    db,
    sitting.id,
    writes.map(({ slot }) => slot),
  )
  const optionCounts = version.content.items.map((item) => optionsOf(version.content, item).length)
  const sheet = { leaseEpoch, optionCounts, kept }
  const answer = { serverTime: now, due: sitting.dueAt, leaseEpoch: sitting.leaseEpoch }
  const write = { sittingId: sitting.id, leaseEpoch, now }
  const outcome = outcomeOf(sitting, appointment, { leaseEpoch, now })
  if (outcome !== 'open') {
    const kind = outcome === 'replaced' ? ('replaced' as const) : ('late' as const)
    const evidence = evidenceOf(writes, sheet)
    await insertAnswers(
      db,
      write,
      evidence.map((one) => ({ ...one.write, rev: one.rev, kind })),
    )
    const nothing = { rev: null, savedAt: null, receipt: null, current: null }
    return { ...answer, outcome, slots: writes.map(({ slot }) => ({ slot, status: 'kept' as const, ...nothing })) }
  }
  const verdicts = judgeWrites(writes, sheet)
  await insertAnswers(
    db,
    write,
    verdicts.flatMap((one): NewAnswer[] => {
      if (one.status === 'saved') return one.before ? [] : [{ ...one.write, rev: one.rev, kind: 'save' }]
      return one.status === 'conflict' && one.rev !== null ? [{ ...one.write, rev: one.rev, kind: 'conflict' }] : []
    }),
  )
  return { ...answer, outcome, slots: verdicts.map((one) => slotOf(one, { sittingId: sitting.id, now, services })) }
}

type Verdict = ReturnType<typeof judgeWrites>[number]

function slotOf(
  verdict: Verdict,
  { sittingId, now, services }: { sittingId: string; now: Date; services: Services },
): Saved['slots'][number] {
  const { slot } = verdict.write
  if (verdict.status === 'saved') {
    const savedAt = verdict.before?.savedAt ?? now
    const option = verdict.before ? verdict.before.option : verdict.write.option
    const receipt = receiptOf(services, { sittingId, slot, rev: verdict.rev, option, savedAt })
    return { slot, status: 'saved', rev: verdict.rev, savedAt, receipt, current: null }
  }
  const nothing = { savedAt: null, receipt: null }
  if (verdict.status === 'conflict')
    return { slot, status: 'conflict', rev: verdict.current?.rev ?? 0, current: verdict.current?.option ?? null, ...nothing }
  return { slot, status: verdict.status, rev: null, current: null, ...nothing }
}

function outcomeOf(
  sitting: Sitting,
  appointment: Appointment,
  { leaseEpoch, now }: { leaseEpoch: number; now: Date },
): Saved['outcome'] {
  const isLate = (at: Date | null) => at !== null && now.getTime() > at.getTime() + graceMs
  if (sitting.submittedAt || appointment.status === 2 || isLate(sitting.dueAt) || isLate(appointment.endAt)) return 'closed'
  return sitting.leaseEpoch === leaseEpoch ? 'open' : 'replaced'
}
