/** Whoever answers: signed in, anonymously with a ticket, or by a link without an account. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { answers, person } from './answers.ts'
import { answerState, questionnaireStatus, sheetState } from './codes.ts'
import { definition } from './definition.ts'
import { answerErrors } from './errors.ts'

const base = '/api/v1/questionary/learn'

const opened = z.object({
  questionnaireId: id,
  name: z.string(),
  information: z.string(),
  isAnonymous: z.boolean(),
  isChangeable: z.boolean(),
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  status: questionnaireStatus.schema,
  state: answerState.schema,
  /** Whether a sheet would be taken now. */
  mayAnswer: z.boolean(),
  definition,
  pictureUrls: z.record(z.string(), z.string()),
  /** What conditions may ask of this person; nothing of an anonymous one. */
  person,
  /** Of named ones: what was kept unfinished, or handed in and may be changed. Anonymous and link answers wait in the browser alone. */
  answers,
  partialVersion: z.int(),
  /** What random orders are made of (`orderFor`): the same for this sheet whenever it is opened. Of an anonymous one the browser makes its own. */
  seed: z.string(),
})
export type OpenedQuestionnaire = z.output<typeof opened>

const handedIn = z.object({
  state: sheetState.schema,
  /** What the author says at the end. */
  endText: z.string(),
})

const secret = z.string('提交标识格式不正确').regex(/^[0-9A-Za-z_-]{32,64}$/, '提交标识格式不正确')
const refusals = [answerErrors.notOpen, answerErrors.notYours] as const

export const questionnaireLearn = {
  mine: endpoint({
    path: `${base}/mine`,
    summary: '我的问卷',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ only: z.enum(['all', 'open', 'answered']).default('all') }),
    output: pageOf(
      z.object({
        questionnaireId: id,
        name: z.string(),
        isAnonymous: z.boolean(),
        isChangeable: z.boolean(),
        status: questionnaireStatus.schema,
        state: answerState.schema,
        admissionStartTime: instant.nullable(),
        admissionEndTime: instant.nullable(),
        questionCount: z.int(),
      }),
    ),
  }),
  open: endpoint({
    path: `${base}/open`,
    summary: '打开问卷',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ questionnaireId: id }),
    output: opened,
    errors: [answerErrors.notYours],
  }),
  /** Of a named one. An older `partialVersion` than the kept one (another tab or device) changes nothing and answers 1007. */
  savePartial: endpoint({
    path: `${base}/savePartial`,
    summary: '保存未完成的答卷',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ questionnaireId: id, answers, partialVersion: z.int().min(0) }),
    output: z.object({ partialVersion: z.int() }),
    errors: [...refusals, answerErrors.isAnonymous, answerErrors.already, answerErrors.fileRefused, protocolErrors.changed],
  }),
  /** Of a named one; again where it may be changed. The same sheet twice is one. */
  submit: endpoint({
    path: `${base}/submit`,
    summary: '提交问卷',
    access: 'signedIn',
    audit: 'ownTrail',
    input: z.object({ questionnaireId: id, answers }),
    output: handedIn,
    errors: [...refusals, answerErrors.isAnonymous, answerErrors.already, answerErrors.problems, answerErrors.fileRefused],
  }),
  /**
   * Of an anonymous one, signed in: notes that this person answers and gives a ticket for one sheet. `secret` is random, made and kept by the browser
   * until the sheet is handed in; the same secret again gets the same ticket, another one is refused. The sheet must have no problems before this is
   * called (`problemsOf` in the browser): whoever has claimed cannot claim again elsewhere.
   */
  claim: endpoint({
    path: `${base}/claim`,
    summary: '领取匿名答卷凭证',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ questionnaireId: id, secret }),
    output: z.object({ ticket: z.string() }),
    errors: [...refusals, answerErrors.notAnonymous, answerErrors.claimed],
  }),
  /** Without a session: the caller sends neither token nor cookie. The same ticket again is answered as before and changes nothing. */
  handIn: endpoint({
    path: `${base}/handIn`,
    summary: '提交匿名问卷',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ ticket: z.string('答卷凭证无效').max(300, '答卷凭证无效'), answers }),
    output: handedIn,
    errors: [answerErrors.notOpen, answerErrors.ticketInvalid, answerErrors.problems],
  }),
}

const token = z.string('链接无效').max(100, '链接无效')

/** By a link, without an account. Each call brings the token. */
export const questionnaireLink = {
  open: endpoint({
    path: '/api/v1/questionary/link/open',
    summary: '打开问卷（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ token }),
    output: opened.extend({ companyName: z.string() }),
    errors: [answerErrors.linkOver],
  }),
  /** `secret` is random, made by the browser once for a sheet: the same again is the same sheet. */
  submit: endpoint({
    path: '/api/v1/questionary/link/submit',
    summary: '提交问卷（链接）',
    access: 'public',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ token, secret, answers }),
    output: handedIn,
    errors: [answerErrors.linkOver, answerErrors.notOpen, answerErrors.problems],
  }),
}
