import { id } from '@kaopei/contract'
import { z } from 'zod'
import { staffFilter } from './staff.ts'

/**
 * People chosen in any way: one by one, by departments with everything below them, or as "all that this filter finds, but these". So a hundred
 * thousand people travel as a filter; which people that is the server finds out, within the caller's data scope.
 */
export const staffSelection = z.object({
  staffIds: z.array(id).max(5000, '一次最多选择5000人').default([]),
  departmentIds: z.array(id).max(1000, '最多选择1000个部门').default([]),
  filters: z
    .array(z.object({ filter: staffFilter, exceptIds: z.array(id).max(5000, '最多排除5000人').default([]) }))
    .max(20, '最多选择20个筛选结果')
    .default([]),
})
export type StaffSelection = z.output<typeof staffSelection>
