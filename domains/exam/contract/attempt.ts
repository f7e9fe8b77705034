/** What an organiser does to one candidate's attempt. */
import { endpoint, id, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const output = z.object({ attemptId: id, state: z.string() })

export const attempt = {
  void: endpoint({
    path: '/api/v1/exam/examination/result/void',
    summary: '作废答卷',
    access: examManage.rights.void,
    audit: { action: 'void', target: 'examResult' },
    scope: 'department',
    input: z.object({ attemptId: id, reason: requiredText(200, '作废原因') }),
    output,
    errors: [examErrors.attemptState, examErrors.ownAttempt],
  }),
  restore: endpoint({
    path: '/api/v1/exam/examination/result/restore',
    summary: '恢复作废的答卷',
    access: examManage.rights.void,
    audit: { action: 'restore', target: 'examResult' },
    scope: 'department',
    input: z.object({ attemptId: id, reason: requiredText(200, '恢复原因') }),
    output,
    errors: [examErrors.attemptState, examErrors.otherAttemptOpen, examErrors.ownAttempt],
  }),
}
