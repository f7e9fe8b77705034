/** News of attempts that an installation had in its queue under the names of the time when they were the exam room's: it is told on. */
import { emit, job } from '@kaopei/server'
import { attemptScored, attemptVoided } from '@kaopei/sitting/server'
import { z } from 'zod'
import { examKind } from './times/terms.ts'

const payload = z.object({ attemptId: z.string(), examId: z.string() })

export const scoredEarlier = job({
  name: 'exam.attemptScored',
  payload,
  run: async ({ attemptId, examId }, { transaction, companyId }) =>
    transaction((db) => emit(db, attemptScored, companyId, { ownerKind: examKind, ownerId: examId, attemptId })),
})

export const voidedEarlier = job({
  name: 'exam.attemptVoided',
  payload: payload.extend({ isVoided: z.boolean() }),
  run: async ({ attemptId, examId, isVoided }, { transaction, companyId }) =>
    transaction((db) => emit(db, attemptVoided, companyId, { ownerKind: examKind, ownerId: examId, attemptId, isVoided })),
})
