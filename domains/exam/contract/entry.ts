/** A candidate's own exams, and the way into one: notice, confirmation, start. Every call is about the signed-in person alone. */

import { crowdAtOnce, endpoint, id, instant, pageQuery, protocolErrors } from '@kaopei/contract'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import { device, sheet, sittingRules } from '@kaopei/sitting/contract/shapes'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { ownPlace } from '@kaopei/venue/contract/place'
import { z } from 'zod'
import { captureKind, consentState } from './capture-consent.ts'
import { entryErrors } from './entry-errors.ts'
import { examStatus } from './exam-codes.ts'

const path = '/api/v1/exam/sitting'

const safeNeed = {
  /** It can be begun in Safe Exam Browser alone. */
  needsSafeBrowser: z.boolean(),
  /** There is a configuration of ours for it to download. */
  hasSafeConfig: z.boolean(),
}

const myAttempt = z.object({
  attemptId: id,
  number: z.int(),
  state: z.string(),
  stateLabel: z.string(),
  startedAt: instant,
  due: instant.nullable(),
  submittedAt: instant.nullable(),
  mayViewResult: z.boolean(),
})

const myExam = z.object({
  examId: id,
  name: z.string(),
  isSimulation: z.boolean(),
  /** As the clock has it; no draft. */
  status: examStatus.schema,
  openAt: instant.nullable(),
  closeAt: instant.nullable(),
  /** With the candidate's own extra time; 0: no limit. */
  limitMinutes: z.int(),
  attemptsAllowed: z.int(),
  entry: z.object({
    allowed: z.boolean(),
    /** The attempt to go on with. */
    resumes: id.nullable(),
    message: z.string().nullable(),
  }),
  attempts: z.array(myAttempt),
  /** The whole screen is shared: no phone can. */
  needsScreen: z.boolean(),
  ...safeNeed,
  /** Where to sit; null: in no room. */
  place: ownPlace.nullable(),
})
export type MyExam = z.output<typeof myExam>

const notice = z.object({
  examId: id,
  name: z.string(),
  isSimulation: z.boolean(),
  /** The organiser's words as sanitised HTML or plain text; may be empty. */
  information: z.string(),
  /** What the settings of this exam mean for a candidate, in sentences. */
  terms: z.array(z.string()),
  /** Names exactly this wording; confirmed with it. */
  hash: z.string(),
  confirmedAt: instant.nullable(),
  /** What is recorded, each kind to be agreed to by itself, and what this candidate has said. Empty: nothing is recorded. */
  consents: z.array(z.object({ kind: captureKind.schema, label: z.string(), text: z.string(), state: consentState.schema })),
  needsPassword: z.boolean(),
  ...safeNeed,
  /** Names of what this exam wants to know of the candidate and does not know yet. */
  missingInfo: z.array(z.string()),
  rules: sittingRules,
})
export type Notice = z.output<typeof notice>

/** Nobody begins while the company is suspended or has run out. */
export const entry = {
  myExams: endpoint({
    path: `${path}/myExams`,
    summary: '我的考试',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    audit: 'read',
    /** What is under way or not over comes first, then the newest. */
    input: pageQuery.extend({ pageSize: pageQuery.shape.pageSize.default(100) }),
    output: z.object({ serverTime: instant, dataList: z.array(myExam), totalCount: z.int() }),
  }),
  /** One's own admission ticket. */
  ticket: endpoint({
    path: `${path}/ticket`,
    summary: '下载准考证',
    access: 'signedIn',
    audit: 'read',
    download: true,
    input: z.object({ examId: id }),
    errors: [protocolErrors.notFound],
  }),
  notice: endpoint({
    path: `${path}/notice`,
    summary: '考试须知',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    audit: 'read',
    input: z.object({ examId: id }),
    output: notice,
    errors: [protocolErrors.notFound],
  }),
  confirmNotice: endpoint({
    path: `${path}/confirmNotice`,
    summary: '确认考试须知',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    audit: { action: 'confirmNotice', target: 'exam' },
    isRepeatable: true,
    input: z.object({
      examId: id,
      hash: z.string().max(100),
      /** Answers to what is recorded; of what is not named nothing changes. */
      consents: z
        .array(z.object({ kind: captureKind.schema, isAgreed: z.boolean() }))
        .max(4)
        .default([]),
      device: device.optional(),
    }),
    output: z.object({ confirmedAt: instant }),
    errors: [entryErrors.noticeNotConfirmed],
  }),
  /** At any time: from then on nothing of this kind is recorded. An attempt that was begun goes on. */
  withdrawConsent: endpoint({
    path: `${path}/withdrawConsent`,
    summary: '撤回监考采集同意',
    access: 'signedIn',
    whileSuspended: true,
    audit: { action: 'withdrawConsent', target: 'exam' },
    isRepeatable: true,
    input: z.object({ examId: id, kind: captureKind.schema, device: device.optional() }),
    output: z.object({ state: consentState.schema }),
    errors: [protocolErrors.notFound],
  }),
  start: endpoint({
    path: `${path}/start`,
    summary: '开始或继续考试',
    access: 'signedIn',
    atOnce: crowdAtOnce,
    whileConfinedTo: virtualKind,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ examId: id, device, password: z.string().max(100).optional() }),
    output: sheet,
    errors: [
      sittingErrors.notSafe,
      sittingErrors.mayNotEnter,
      entryErrors.noticeNotConfirmed,
      entryErrors.infoMissing,
      entryErrors.consentMissing,
      entryErrors.wrongPassword,
      sittingErrors.noPaper,
    ],
  }),
}
