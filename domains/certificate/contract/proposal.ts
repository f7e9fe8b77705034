import { endpoint, id, ids, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { proposalCauses, proposalState } from './codes.ts'
import { proposalErrors } from './errors.ts'
import { proposalMenu } from './menus.ts'

const base = '/api/v1/certificate/proposal'

const row = z.object({
  id,
  certificateId: id,
  number: z.string(),
  holderName: z.string(),
  department: z.string(),
  ruleName: z.string(),
  source: z.string(),
  cause: z.enum(proposalCauses),
  state: proposalState.schema,
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedByName: z.string(),
  reason: z.string(),
})
export type ProposalRow = z.output<typeof row>

export const proposal = {
  list: endpoint({
    path: `${base}/list`,
    summary: '证书待处理列表',
    access: proposalMenu.rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      state: proposalState.schema.optional(),
      cause: z.enum(proposalCauses).optional(),
    }),
    output: pageOf(row),
  }),
  decide: endpoint({
    path: `${base}/decide`,
    summary: '处理证书撤销建议',
    access: proposalMenu.rights.decide,
    scope: 'department',
    audit: { action: 'decide', target: 'certificate' },
    input: z.object({ ids, isRevoked: z.boolean(), reason: requiredText(200, '原因') }),
    output: z.object({ decidedCount: z.number().int() }),
    errors: [proposalErrors.decided],
  }),
}
