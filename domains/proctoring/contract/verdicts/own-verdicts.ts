/** What a candidate is told of the judging of their own attempts, and their appeal. */
import { endpoint, id, instant, protocolErrors, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { caseState, mostAppealFiles, verdictKind } from './verdict-codes.ts'
import { verdictErrors } from './verdict-errors.ts'

const path = '/api/v1/exam/sitting/verdict'

/** With a link that soon ends; null: it has been deleted, its days were over. */
export const appealFile = z.object({ name: z.string(), sizeBytes: z.int(), url: z.string().nullable() })

const told = z.object({
  attemptId: id,
  examName: z.string(),
  state: caseState,
  verdict: verdictKind,
  isRead: z.boolean(),
  toldTime: instant,
  /** Until when an appeal may be made; null: none may. */
  appealUntil: instant.nullable(),
})

export const ownVerdicts = {
  list: endpoint({
    path: `${path}/list`,
    summary: '我的考试裁定',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'read',
    input: z.object({ attemptId: id.optional() }),
    output: z.object({ dataList: z.array(told), totalCount: z.int() }),
  }),
  get: endpoint({
    path: `${path}/get`,
    summary: '考试裁定详情',
    access: 'signedIn',
    whileSuspended: true,
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ attemptId: id }),
    output: told.extend({
      reasonText: z.string(),
      toldText: z.string(),
      /** What it did to the score, in words. */
      effectText: z.string(),
      /** Everything that the candidate was told and said, the first first. */
      course: z.array(
        z.object({
          kind: z.enum(['told', 'appealed', 'upheld', 'overturned']),
          time: instant,
          verdict: verdictKind,
          reasonText: z.string(),
          text: z.string(),
          files: z.array(appealFile),
        }),
      ),
    }),
    errors: [protocolErrors.notFound],
  }),
  appeal: endpoint({
    path: `${path}/appeal`,
    summary: '对裁定提出申诉',
    access: 'signedIn',
    audit: { action: 'appeal', target: 'examVerdict' },
    input: z.object({
      attemptId: id,
      text: requiredText(2000, '申诉理由'),
      /** Own uploads for the purpose `appeal`. */
      fileIds: z.array(id).max(mostAppealFiles, `申诉材料最多 ${mostAppealFiles} 个`).default([]),
    }),
    output: z.object({ attemptId: id }),
    errors: [protocolErrors.notFound, verdictErrors.wrongState, verdictErrors.appealOver, verdictErrors.fileMissing],
  }),
}
