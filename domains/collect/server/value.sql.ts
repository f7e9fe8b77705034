import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CollectedValue, CollectedValues } from './rules/check-values.ts'

const personOfValuesRow = z.object({ id, name: z.string(), staffSource: z.int() })
export type PersonOfValues = z.output<typeof personOfValuesRow>

/** A living person within a data scope. */
export async function findPerson(db: Db, staffId: string, scope: DataScope): Promise<PersonOfValues | undefined> {
  return findOne(db, personOfValuesRow)`
    select s.id, s.name, s.staff_source as "staffSource"
    from org.person s
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null
      and s.id in ${scopedStaff(db, scope)}`
}

/** Of two who save the same person's values, the second sees the first. */
export async function lockValues(db: Db, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('collect.value' || ${db.companyId}::text || ${staffId}::text, 0))`.execute(
    db,
  )
}

const collectedOfRow = z.object({ staffId: id, values: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })

/** What people filled in, by person. */
export async function collectedOf(db: Db, staffIds: readonly string[]): Promise<ReadonlyMap<string, CollectedValues>> {
  const rows = await rowsOf(db, collectedOfRow)`
    select v.staff_id as "staffId", jsonb_object_agg(v.field_id, v.value) as values
    from collect.staff_value v
    where v.company_id = ${db.companyId} and v.staff_id = any (${staffIds}::uuid[])
    group by v.staff_id`
  return new Map(rows.map(({ staffId, values }) => [staffId, values]))
}

/** Keeps these values with a person; others stay as they are. Null takes one away. */
export async function saveCollected(
  db: Db,
  staffId: string,
  values: Readonly<Record<string, CollectedValue | null>>,
  now: Date,
): Promise<void> {
  const kept = Object.entries(values).flatMap(([fieldId, value]) => (value === null ? [] : [{ fieldId, value }]))
  const gone = Object.entries(values).flatMap(([fieldId, value]) => (value === null ? [fieldId] : []))
  await sql`
    insert into collect.staff_value (company_id, staff_id, field_id, value, updated_at)
    select ${db.companyId}, ${staffId}, x."fieldId", x.value, ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as x ("fieldId" text, value jsonb)
    on conflict (company_id, staff_id, field_id) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
  await sql`
    delete from collect.staff_value
    where company_id = ${db.companyId} and staff_id = ${staffId} and field_id = any (${gone}::text[])`.execute(db)
}
