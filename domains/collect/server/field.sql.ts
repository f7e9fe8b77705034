import { type CodeOf, id } from '@kaopei/contract'
import { customType } from '@kaopei/org/contract/own-fields'
import { type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** 1 outside candidates, 2 employees. */
export const subjects = { outer: 1, staff: 2 } as const
export type Subject = (typeof subjects)[keyof typeof subjects]

const customFieldRow = z.object({
  id,
  name: z.string(),
  customType: customType.schema,
  options: z.array(z.string()).readonly(),
  isRequired: z.boolean(),
  isEnabled: z.boolean(),
  sort: z.int(),
  version: z.int(),
})
export type CustomField = z.output<typeof customFieldRow>

const columns =
  sql.raw(`f.id, f.name, f.custom_type as "customType", f.options, f.is_required as "isRequired", f.is_enabled as "isEnabled",
  f.sort, f.version`)

export async function selectFields(db: Db, subject: Subject): Promise<CustomField[]> {
  return rowsOf(db, customFieldRow)`
    select ${columns}
    from collect.field f
    where f.company_id = ${db.companyId} and f.subject = ${subject} and f.removed_at is null
    order by f.sort, f.id`
}

/** Removed ones too: what was filled in stays readable. */
export async function selectFieldsByIds(db: Db, subject: Subject, ids: readonly string[]): Promise<CustomField[]> {
  return rowsOf(db, customFieldRow)`
    select ${columns}
    from collect.field f
    where f.company_id = ${db.companyId} and f.subject = ${subject} and f.id::text = any (${ids}::text[])
    order by f.sort, f.id`
}

export async function findField(db: Db, subject: Subject, id: string): Promise<CustomField | undefined> {
  return findOne(db, customFieldRow)`
    select ${columns}
    from collect.field f
    where f.company_id = ${db.companyId} and f.id = ${id} and f.subject = ${subject} and f.removed_at is null`
}

/** Of two who add the twentieth field at once, the second sees the first. */
export async function lockFields(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('collect.field' || ${db.companyId}::text, 0))`.execute(db)
}

interface NewField {
  readonly subject: Subject
  readonly name: string
  readonly customType: CodeOf<typeof customType>
  readonly options: readonly string[]
  readonly isRequired?: boolean
  readonly sort?: number | undefined
}

/** Without `sort` it goes behind the others. */
export async function insertField(db: Db, field: NewField): Promise<string> {
  const { subject, name, customType, options, isRequired = false, sort } = field
  return idOf(db)`
    insert into collect.field (company_id, subject, name, custom_type, options, is_required, sort)
    select ${db.companyId}, ${subject}, ${name}, ${customType}, ${options}::text[], ${isRequired}, coalesce(${sort ?? null}::int, (
      select max(f.sort) + 10 from collect.field f where f.company_id = ${db.companyId} and f.subject = ${subject}
    ), 0)
    returning id`
}

export type FieldChange = Pick<CustomField, 'name' | 'options' | 'isRequired' | 'isEnabled' | 'sort'>

/** Undefined when the row has another version by now. */
export async function updateField(
  db: Db,
  { id, version }: { id: string; version: number },
  { name, options, isRequired, isEnabled, sort }: FieldChange,
): Promise<CustomField | undefined> {
  return findOne(db, customFieldRow)`
    update collect.field f
    set name = ${name}, options = ${options}::text[], is_required = ${isRequired}, is_enabled = ${isEnabled}, sort = ${sort},
      version = f.version + 1
    where f.company_id = ${db.companyId} and f.id = ${id} and f.version = ${version} and f.removed_at is null
    returning ${columns}`
}

/** The row stays for what people filled in; the name is free again. */
export async function removeField(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update collect.field set removed_at = ${now}, version = version + 1
    where company_id = ${db.companyId} and id = ${id}`.execute(db)
}
