import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { customType } from '../../contract/own-fields.ts'
import type { OwnField, OwnValue } from '../rules/own-fields.ts'

const ownFieldRow = z.object({ id, name: z.string(), customType: customType.schema, options: z.array(z.string()) })

// What a company asks of people beyond the roster's columns: rows of the collect room, which stands above this one.

/** Of outside candidates (1) and employees (2) the fields in use, in their order. */
export async function selectOwnFields(db: Db, subject: 1 | 2): Promise<OwnField[]> {
  return rowsOf(db, ownFieldRow)`
    select f.id, f.name, f.custom_type as "customType", f.options
    from collect.field f
    where f.company_id = ${db.companyId} and f.subject = ${subject} and f.is_enabled and f.removed_at is null
    order by f.sort, f.id`
}

export interface OwnValues {
  readonly staffId: string
  readonly fieldIds: readonly string[]
  readonly values: readonly OwnValue[]
}

/** Keeps these answers with employees; what is not said stays. */
export async function saveOwnValues(db: Db, people: readonly OwnValues[], now: Date): Promise<void> {
  const rows = people.flatMap(({ staffId, fieldIds, values }) =>
    fieldIds.map((fieldId, index) => ({ staffId, fieldId, value: JSON.stringify(values[index] ?? null) })),
  )
  await sql`
    select collect.save_employee_values(
      ${db.companyId}, ${rows.map(({ staffId }) => staffId)}::uuid[], ${rows.map(({ fieldId }) => fieldId)}::text[],
      ${rows.map(({ value }) => value)}::jsonb[], ${now}
    )`.execute(db)
}
