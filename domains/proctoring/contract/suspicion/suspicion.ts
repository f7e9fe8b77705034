/** Indicators of collusion: pairs of papers that agree too often, sessions that share what they should not. Never evidence by themselves. */
import { endpoint, id, instant, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { markCheating } from '../menus.ts'

const path = '/api/v1/exam/examination/cheat'
const { rights } = markCheating
const count = z.int()
const person = z.object({
  examinationResultId: id,
  staffName: z.string(),
  seat: z.string().nullable(),
  startTime: instant.nullable(),
})

export const signLabels = {
  sameBrowser: '不同考生使用同一浏览器',
  sameAddress: '不同考生使用同一网络地址',
  manyAddresses: '同一答卷更换过网络地址',
  manyBrowsers: '同一答卷更换过浏览器',
} as const

export const suspicion = {
  get: endpoint({
    path: `${path}/getComparison`,
    summary: '答卷与会话的比对结果',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id }),
    output: z.object({
      /** Null: nobody has compared yet. */
      time: instant.nullable(),
      attemptCount: count,
      pairCount: count,
      nearCount: count,
      tooSmallCount: count,
      pairs: z.array(
        z.object({
          one: person,
          other: person,
          isNear: z.boolean(),
          nearBecause: z.array(z.string()),
          common: count,
          matches: count,
          expectedMatches: z.number(),
          sharedWrong: count,
          probability: z.number(),
          /** 偶然出现的期望对数 */
          expectedPairs: z.number(),
          level: z.enum(['red', 'yellow']),
          kOne: z.number(),
          kOther: z.number(),
        }),
      ),
      signs: z.array(
        z.object({
          number: count,
          kind: z.enum(['sameBrowser', 'sameAddress', 'manyAddresses', 'manyBrowsers']),
          level: z.enum(['info', 'notice', 'warning']),
          about: z.string(),
          people: z.array(person),
        }),
      ),
    }),
    errors: [protocolErrors.notFound],
  }),
  compare: endpoint({
    path: `${path}/compareResults`,
    summary: '比对答卷与会话',
    access: rights.compare,
    audit: { action: 'compare', target: 'exam' },
    input: z.object({ examinationId: id }),
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound],
  }),
}
