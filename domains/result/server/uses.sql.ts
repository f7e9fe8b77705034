import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const useRow = z.object({ kind: z.literal('exam'), subjectId: id, subjectName: z.string(), staffId: id, at: z.date() })

/** What these attempts used up, with the exam's name of today. */
export function usesOf(db: Db, attemptIds: readonly string[]): Promise<z.infer<typeof useRow>[]> {
  return rowsOf(db, useRow)`
    select 'exam' as kind, a.owner_id as "subjectId",
      e.name || case when e.settings ->> 'examUseWay' = '2' then '（模拟）' else '' end as "subjectName", a.staff_id as "staffId",
      a.started_at as at
    from sitting.standing a
    join exam.listed e on e.company_id = a.company_id and e.id = a.owner_id
    where a.company_id = ${db.companyId}
      and a.id = any (${attemptIds}::uuid[])`
}
