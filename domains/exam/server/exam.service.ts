/** Saving an exam: what was given over what was there, refused where publishing has frozen it. */

import { ownCollectionOf } from '@kaopei/collect/server'
import { protocolErrors } from '@kaopei/contract'
import { type DataScope, type Db, type Fail, noScope, ProtocolFailure } from '@kaopei/server'
import type { ExamSave } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { defaultExamSettings, type ExamSettings, examSettingFields, examSettings } from '../contract/exam-settings.ts'
import { type ExamRow, type ExamValues, findCountedExam, lockExam } from './exam.sql.ts'
import { detailOf } from './exam-answer.ts'
import { frozenChanges } from './rules/frozen-after-publish.ts'

/**
 * The exam, locked for this transaction, as it was read by the client; 1007 with the current one, as far as the scope shows it, when it has
 * changed since.
 */
export async function lockedExam(
  db: Db,
  {
    id,
    version,
    which = 'listed',
    scope = noScope,
    now,
  }: { id: string; version: number | undefined; which?: 'listed' | 'any'; scope?: DataScope; now: Date },
): Promise<ExamRow> {
  const exam = await lockExam(db, id, which)
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  if (version === undefined || version === exam.version) return exam
  throw new ProtocolFailure(protocolErrors.changed, { data: await readDetail(db, { id, scope, now }) })
}

export async function readDetail(db: Db, { id, scope, now }: { id: string; scope: DataScope; now: Date }) {
  const exam = await findCountedExam(db, { id, scope })
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  return detailOf(exam, await ownCollectionOf(db, id), now)
}

/** What the exam will be: given values over the present ones, or over the defaults of a new exam. */
export function valuesAfter(input: ExamSave, before: ExamRow | undefined): ExamValues & { settings: ExamSettings } {
  const settings = { ...(before ? examSettings.parse(before.settings) : defaultExamSettings), ...settingsGiven(input) }
  // A pass score in points replaces a rate, unless both are given: then the rate rules.
  if (typeof input.passScore === 'number' && input.passRate === undefined) settings.passRate = null
  const values = {
    name: input.name,
    information: input.information ?? before?.information ?? '',
    openAt: given(input.admissionStartTime, before?.openAt ?? null),
    closeAt: given(input.admissionEndTime, before?.closeAt ?? null),
    limitMinutes: given(input.duration, before?.limitMinutes ?? null),
    sumScoreHundredths: before?.sumScoreHundredths ?? 0,
    typedSumScoreHundredths: given(input.sumScore, before?.typedSumScoreHundredths ?? null),
    passScoreHundredths: given(input.passScore, before?.passScoreHundredths ?? 0) ?? 0,
    settings,
  }
  return withPassScore(values)
}

/** With a pass rate the pass score follows the paper, rounded up to a hundredth so that the rate is reached. */
export function withPassScore<Values extends ExamValues & { settings: ExamSettings }>(values: Values): Values {
  const { passRate } = values.settings
  if (passRate === null) return values
  const hundredths = (values.sumScoreHundredths * passRate) / 100
  return { ...values, passScoreHundredths: Math.ceil(hundredths - 1e-6) }
}

/** A draft may change freely, a published exam in part, a cancelled one not at all. */
export function refuseFrozen(
  before: ExamRow,
  after: ExamValues & { settings: ExamSettings },
  fail: Fail<(typeof examErrors)['frozen'] | (typeof examErrors)['cancelled']>,
): void {
  if (before.status === examStatus.draft) return
  if (before.status === examStatus.cancelled) fail(examErrors.cancelled)
  const frozen = frozenChanges({ ...before, settings: examSettings.parse(before.settings) }, after)
  if (frozen.length > 0) fail(examErrors.frozen, { text: `考试已发布，不能修改：${frozen.join('、')}`, data: { frozen } })
}

/** Publishing asks for it as a warning; afterwards the change itself must say that it is meant. */
export function refuseEarlyView(
  before: ExamRow,
  { isConfirmed, after }: { isConfirmed: boolean; after: ExamSettings },
  fail: Fail<(typeof examErrors)['earlyViewUnconfirmed']>,
): void {
  if (before.status !== examStatus.published || isConfirmed || !after.permitViewEarly) return
  if (!examSettings.parse(before.settings).permitViewEarly) fail(examErrors.earlyViewUnconfirmed)
}

/** For the operation log: what differs, by the names people know. */
export function difference(before: ExamValues, after: ExamValues): { before: object; after: object } {
  const [old, fresh] = [flat(before), flat(after)]
  const names = Object.keys(fresh).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
  const of = (values: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return { before: of(old), after: of(fresh) }
}

export function valuesOf(exam: ExamRow): ExamValues & { settings: ExamSettings } {
  return { ...exam, settings: examSettings.parse(exam.settings) }
}

function flat({ settings, ...values }: ExamValues): Record<string, unknown> {
  const { name, information, openAt, closeAt, limitMinutes, typedSumScoreHundredths, passScoreHundredths } = values
  return { name, information, openAt, closeAt, limitMinutes, typedSumScoreHundredths, passScoreHundredths, ...settings }
}

const settingPatch = examSettingFields.partial()

function settingsGiven(input: ExamSave): Partial<ExamSettings> {
  return Object.fromEntries(Object.entries(settingPatch.parse(input)).filter(([, value]) => value !== undefined))
}

/** Undefined is "not given", null is "none". */
function given<T>(value: T | null | undefined, otherwise: T | null): T | null {
  return value === undefined ? otherwise : value
}
