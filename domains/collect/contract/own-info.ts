import { endpoint, id, recordOf, text } from '@kaopei/contract'
import { z } from 'zod'
import { collectErrors } from './errors.ts'
import { collectField } from './field.ts'

/** A text, one option, or several. Null and empty take away. */
export const answer = z.union([text(1000, '内容'), z.array(text(100, '选项')).max(20)]).nullable()

const asked = collectField.extend({
  content: z.union([z.string(), z.array(z.string())]).nullable(),
  isRequired: z.boolean(),
  /** Known already and kept by the administrators: who somebody is, and how they are reached. */
  isFixed: z.boolean(),
})
export type AskedField = z.output<typeof asked>

const info = z.object({ dataList: z.array(asked), isComplete: z.boolean() })
export type OwnInfo = z.output<typeof info>

/** Without an exam: what the company asks for by default. */
const examId = id.optional()

/** What the signed-in person is asked for, and has answered: of candidates what an exam collects, of employees the company's own fields. */
export const ownInfo = {
  getOwn: endpoint({
    path: '/api/v1/systemStaffOuterField/getOwnValues',
    method: 'GET',
    summary: '本人需填写的信息',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ examId }),
    output: info,
  }),
  saveOwn: endpoint({
    path: '/api/v1/systemStaffOuterField/saveOwnValues',
    summary: '填写本人信息',
    access: 'signedIn',
    audit: { action: 'update', target: 'staffValue' },
    input: z.object({
      examId,
      values: recordOf(z.string().max(50), answer, 200),
      /** What was read. Where somebody else has written since, the call ends with 1007 and what is there now. */
      before: recordOf(z.string().max(50), answer, 200).optional(),
    }),
    output: info,
    errors: [collectErrors.phoneTaken, collectErrors.emailTaken],
  }),
}
