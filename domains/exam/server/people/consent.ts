/** What a candidate has to say to being recorded before the exam begins, and what counts of it. */
import type { Db } from '@kaopei/server'
import type { CandidatePolicy } from '../../contract/candidate-policy.ts'
import { type CaptureKind, type ConsentState, captureKind, consentState } from '../../contract/capture-consent.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { findPolicy } from '../policies/policy.sql.ts'
import { mayCapture } from '../rules/candidate-policy.ts'
import { captureKindsOf } from '../rules/capture-kinds.ts'
import { insertConsent, selectConsents } from './consent.sql.ts'

type Whose = { examId: string; staffId: string }
/** With what is arranged for them. */
type Asked = Whose & { policy: CandidatePolicy | null }

export interface AskedConsent {
  readonly kind: CaptureKind
  readonly label: string
  readonly text: string
  readonly state: ConsentState
}

/** Each kind that the exam records, with what this candidate has said. */
export async function consentsOf(db: Db, settings: ExamSettings, { policy, ...whose }: Asked): Promise<AskedConsent[]> {
  const all = captureKindsOf(settings)
  if (all.length === 0) return []
  const asked = all.filter(({ kind }) => mayCapture(kind, policy))
  const known = await selectConsents(db, whose)
  return asked.map(({ kind, text }) => ({
    kind,
    label: captureKind.label(kind),
    text,
    state: known.find((one) => one.kind === kind)?.state ?? consentState.open,
  }))
}

/** Names of the kinds without which the exam does not begin yet. */
export async function missingConsents(db: Db, settings: ExamSettings, whose: Asked): Promise<string[]> {
  const consents = await consentsOf(db, settings, whose)
  return consents
    .filter(({ state }) => state !== consentState.agreed && state !== consentState.exempted)
    .map(({ label }) => label)
}

/** Kinds that the candidate has agreed to and that nobody has exempted them from: of nothing else may there be a recording. */
export async function agreedCaptureKinds(db: Db, whose: Whose): Promise<CaptureKind[]> {
  const consents = await selectConsents(db, whose)
  const own = (await findPolicy(db, whose.examId, whose.staffId)) ?? null
  return consents.filter(({ kind, state }) => state === consentState.agreed && mayCapture(kind, own)).map(({ kind }) => kind)
}

type Answers = Asked & { hash: string; device: string | undefined; now: Date }

/** What is asked and answered otherwise than before is written; an exemption stands. */
export async function recordAnswers(
  db: Db,
  settings: ExamSettings,
  answers: readonly { kind: CaptureKind; isAgreed: boolean }[],
  { examId, staffId, policy, hash, device, now }: Answers,
): Promise<void> {
  for (const { kind, state: before } of await consentsOf(db, settings, { examId, staffId, policy })) {
    const answer = answers.find((one) => one.kind === kind)
    if (!answer || before === consentState.exempted) continue
    const state = answer.isAgreed ? consentState.agreed : consentState.refused
    if (state === before) continue
    const said = { noticeHash: hash, device: device ?? null, reason: null, decidedBy: null, now }
    await insertConsent(db, { examId, staffId, kind, state, ...said })
  }
}
