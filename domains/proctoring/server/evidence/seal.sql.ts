import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const foundRow = z.object({ companyId: id, attemptId: id })
export type FoundAttempt = z.output<typeof foundRow>

/** Attempts of every company that were handed in and have not been sealed since. `db` is in no company. */
export function unsealedAttempts(db: Db, since: Date, most: number): Promise<FoundAttempt[]> {
  return rowsOf(db, foundRow)`
    select company_id as "companyId", attempt_id as "attemptId"
    from proctoring.unsealed_attempts(${since}, ${most})`
}

const sealRow = z.object({
  attemptId: id,
  number: z.int(),
  rowIds: z.array(id),
  head: z.string(),
  at: z.date(),
  nightId: id.nullable(),
})
export type SealRow = z.output<typeof sealRow>

/** Every link of these attempts, in order. */
export function selectSeals(db: Db, attemptIds: readonly string[]): Promise<SealRow[]> {
  return rowsOf(db, sealRow)`
    select attempt_id as "attemptId", number, row_ids as "rowIds", head, at, night_id as "nightId"
    from proctoring.seal
    where company_id = ${db.companyId}
      and attempt_id = any(${attemptIds}::uuid[])
    order by attempt_id, number`
}

export interface NewSeal {
  readonly attemptId: string
  readonly number: number
  readonly rowIds: readonly string[]
  readonly head: string
}

/** Of two workers that seal the same the second writes nothing. */
export async function insertSeals(db: Db, seals: readonly NewSeal[], now: Date): Promise<void> {
  if (seals.length === 0) return
  await sql`
    insert into proctoring.seal (company_id, attempt_id, number, row_ids, head, at)
    select ${db.companyId}, g."attemptId", g.number, g."rowIds", g.head, ${now}
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as g("attemptId" uuid, number integer, "rowIds" uuid[], head text)
    on conflict do nothing`.execute(db)
}

const nightRow = z.object({ payload: z.string(), signature: z.string(), publicKey: z.string(), at: z.date() })
export type NightRow = z.output<typeof nightRow>

export function findNight(db: Db, nightId: string): Promise<NightRow | undefined> {
  return findOne(db, nightRow)`
    select payload, signature, public_key as "publicKey", at
    from proctoring.night
    where company_id = ${db.companyId}
      and id = ${nightId}`
}
