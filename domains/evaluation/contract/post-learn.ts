/** The person's own: the appointment as one thing, its parts, what is next, and their report. */
import { endpoint, id, instant, pageOf, pageQuery, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { appointmentStatus } from './codes.ts'
import { resultErrors } from './errors.ts'
import { partState, postPart } from './post-codes.ts'
import { postDetail } from './post-result.ts'

const base = '/api/v1/evaluation/learn/post'

const part = z.object({
  part: postPart.schema,
  state: partState.schema,
  name: z.string(),
  /** Minutes, of an exam or a scale with a limit. */
  limitMinutes: z.int().nullable(),
  /** An exam, or a place in an evaluation; one of both. */
  examId: id.nullable(),
  raterId: id.nullable(),
  /** May be begun or gone on with now. */
  mayEnter: z.boolean(),
})
export type OwnPart = z.output<typeof part>

const own = z.object({
  id,
  name: z.string(),
  postName: z.string(),
  purpose: z.string(),
  status: appointmentStatus.schema,
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  parts: z.array(part),
  /** The part to do next; null: nothing is to be done. */
  next: postPart.schema.nullable(),
  postResultId: id.nullable(),
})
export type OwnPost = z.output<typeof own>

export const postLearn = {
  mine: endpoint({
    path: `${base}/mine`,
    summary: '我的岗位测评',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery,
    output: pageOf(own),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '我的一个岗位测评',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ id }),
    output: own,
  }),
  result: endpoint({
    path: `${base}/result`,
    summary: '我的岗位测评报告',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ postResultId: id }),
    output: postDetail.omit({ loginAccount: true, isPersonalityHidden: true, editionCount: true }),
  }),
  contest: endpoint({
    path: `${base}/contest`,
    summary: '对岗位测评报告提出异议',
    access: 'signedIn',
    audit: { action: 'contest', target: 'evaluation-post' },
    input: z.object({ postResultId: id, text: requiredText(1000, '异议内容') }),
    errors: [resultErrors.contested],
  }),
}
