import { type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export async function updateCap(db: Db, attemptId: string, capHundredths: number | null, now: Date): Promise<void> {
  await sql`
    update sitting.attempt
    set score_cap_hundredths = ${capHundredths}, updated_at = ${now}
    where company_id = ${db.companyId}
      and id = ${attemptId}`.execute(db)
}

const capRow = z.object({ cap: z.int().nullable() })

export async function selectCap(db: Db, attemptId: string): Promise<number | null> {
  const row = await findOne(db, capRow)`
    select score_cap_hundredths as cap
    from sitting.attempt
    where company_id = ${db.companyId}
      and id = ${attemptId}`
  return row?.cap ?? null
}
