import { id } from '@kaopei/contract'
import { customType } from '@kaopei/org/contract/own-fields'
import type { OwnFields, OwnValues } from '@kaopei/org/server'
import { type Db, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

const ownFieldRow = z.object({ id, name: z.string(), customType: customType.schema, options: z.array(z.string()) })

/** What the roster's workbooks hold of the company's own fields. */
export const rosterFields: OwnFields = {
  inUse: (db, subject) => rowsOf(db, ownFieldRow)`
    select f.id, f.name, f.custom_type as "customType", f.options
    from collect.field f
    where f.company_id = ${db.companyId} and f.subject = ${subject} and f.is_enabled and f.removed_at is null
    order by f.sort, f.id`,
  answers: answersTo,
  save: saveEmployeeValues,
}

/** With the person in one statement: an export reads through a cursor, which leaves no room for other questions on its connection. */
function answersTo(fieldIds: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select jsonb_object_agg(v.field_id, v.value)
    from collect.staff_value v
    where v.company_id = s.company_id and v.staff_id = s.id and v.field_id = any (${fieldIds}::text[])
  )`
}

async function saveEmployeeValues(db: Db, people: readonly OwnValues[], now: Date): Promise<void> {
  const rows = people.flatMap(({ staffId, fieldIds, values }) =>
    fieldIds.map((fieldId, index) => ({ staffId, fieldId, value: JSON.stringify(values[index] ?? null) })),
  )
  await sql`
    select collect.save_employee_values(
      ${db.companyId}, ${rows.map(({ staffId }) => staffId)}::uuid[], ${rows.map(({ fieldId }) => fieldId)}::text[],
      ${rows.map(({ value }) => value)}::jsonb[], ${now}
    )`.execute(db)
}
