import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import type { TaskTarget } from './task-kinds.ts'

const coursewareRow = z.object({
  id,
  title: z.string(),
  lengthSeconds: z.int().nullable(),
  pageCount: z.int().nullable(),
  type: z.int(),
  transStatus: z.int(),
  isRemoved: z.boolean(),
})

export async function coursewareTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const rows = await rowsOf(db, coursewareRow)`
    select c.id, c.title, c.length_seconds as "lengthSeconds", c.page_count as "pageCount", c.type, c.trans_status as "transStatus",
      c.removed_at is not null as "isRemoved"
    from courseware.card c
    where c.company_id = ${db.companyId} and c.id = any(${ids}::uuid[])`
  return rows.map(({ type, transStatus, isRemoved, ...target }) => ({
    ...target,
    refusal: whyNot({ type, transStatus, isRemoved }),
  }))
}

/** Pictures and micro-courses need no transcoding. */
function whyNot({ type, transStatus, isRemoved }: { type: number; transStatus: number; isRemoved: boolean }): string | null {
  if (isRemoved) return '课件已被删除'
  if (transStatus === 2 || type === 4 || type === 5) return null
  return transStatus === 3 ? '课件转码失败' : '课件尚未转码完成'
}

const examRow = z.object({ id, title: z.string(), state: z.enum(['open', 'draft', 'cancelled', 'ended']) })

export async function examTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const rows = await rowsOf(db, examRow)`
    select e.id, e.name as title,
      case
        when e.status = 7 then 'cancelled'
        when e.status = 0 then 'draft'
        when e.admission_end_at is not null and e.admission_end_at <= now() then 'ended'
        else 'open'
      end as state
    from exam.exam e
    where e.company_id = ${db.companyId} and e.id = any(${ids}::uuid[]) and e.removed_at is null`
  return rows.map(({ state, ...exam }) => ({ ...exam, lengthSeconds: null, pageCount: null, refusal: examRefusals[state] }))
}

const examRefusals = { open: null, draft: '考试尚未发布', cancelled: '考试已取消', ended: '考试已结束' } as const
