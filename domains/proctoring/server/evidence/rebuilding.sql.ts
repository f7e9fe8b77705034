import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const rebuildingRow = z.object({
  differences: z.array(z.object({ field: z.string(), stored: z.string(), rebuilt: z.string() })),
  at: z.date(),
})

export function findRebuilding(db: Db, attemptId: string): Promise<z.output<typeof rebuildingRow> | undefined> {
  return findOne(db, rebuildingRow)`
    select differences, at
    from proctoring.rebuilding
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}
