/** What 测评安排 and 岗位测评 have in common: who is assessed, and how what came of it is asked for. */
import { dateInput, id, ids, pageQuery, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { staffSelection } from '@kaopei/org/contract/selection'
import { z } from 'zod'
import { contestState } from './codes.ts'

/** People of one of them. */
export const assessedQuery = pageQuery.extend({ id, keyWords: text(50, '关键字').optional(), departmentId: id.optional() })

export const assessedFacts = {
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
}

export const addAssessed = { input: staffSelection.extend({ id }), output: z.object({ addedCount: z.int(), leftOut }) }
export const removeAssessed = {
  input: z.object({ id, staffIds: ids.max(500, '一次最多移出 500 人') }),
  output: z.object({ removedCount: z.int(), leftOut }),
}

/** What both lists of results are asked by; each adds its own. */
export const resultQuery = {
  keyWords: text(50, '关键字').optional(),
  departmentId: id.optional(),
  contestState: z.coerce.number().pipe(contestState.schema).optional(),
  /** Days on which it was issued. */
  beginTime: dateInput.optional(),
  endTime: dateInput.optional(),
}

export const resultHolder = {
  staffId: id,
  staffName: z.string(),
  loginAccount: z.string(),
  departmentName: z.string().nullable(),
  contestState: contestState.schema,
}
