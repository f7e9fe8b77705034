import { changesOf, type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const storedCollectionRow = z.object({ required: z.array(z.string()), optional: z.array(z.string()), version: z.int() })
export type StoredCollection = z.output<typeof storedCollectionRow>

/** The collection of an exam, or with null the company's default. */
export async function findCollection(db: Db, examId: string | null): Promise<StoredCollection | undefined> {
  return findOne(db, storedCollectionRow)`
    select c.required, c.optional, c.version
    from collect.collection c
    where c.company_id = ${db.companyId} and c.exam_id is not distinct from ${examId}::uuid`
}

interface Save {
  readonly examId: string | null
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** As read; 0 for one that was not saved yet. */
  readonly version: number
  readonly by: string
  readonly now: Date
}

/** False when somebody else has saved since. */
export async function saveCollection(db: Db, save: Save): Promise<boolean> {
  const { examId, required, optional, version, by, now } = save
  const done =
    version === 0
      ? await changesOf(db)`
          insert into collect.collection (company_id, exam_id, required, optional, updated_by, updated_at)
          values (${db.companyId}, ${examId}, ${required}::text[], ${optional}::text[], ${by}, ${now})
          on conflict do nothing`
      : await changesOf(db)`
          update collect.collection
          set required = ${required}::text[], optional = ${optional}::text[], updated_by = ${by}, updated_at = ${now}, version = version + 1
          where company_id = ${db.companyId} and exam_id is not distinct from ${examId}::uuid and version = ${version}`
  return done === 1
}

/** Over whatever is there. Nothing is written, and no version grows, where it says the same. */
export async function replaceCollection(db: Db, save: Omit<Save, 'version'>): Promise<void> {
  const { examId, required, optional, by, now } = save
  await sql`
    insert into collect.collection as kept (company_id, exam_id, required, optional, updated_by, updated_at)
    values (${db.companyId}, ${examId}, ${required}::text[], ${optional}::text[], ${by}, ${now})
    on conflict (company_id, coalesce(exam_id, '00000000-0000-0000-0000-000000000000'::uuid)) do update
    set required = excluded.required, optional = excluded.optional, updated_by = excluded.updated_by, updated_at = excluded.updated_at,
      version = kept.version + 1
    where (kept.required, kept.optional) is distinct from (excluded.required, excluded.optional)`.execute(db)
}

export async function deleteCollection(db: Db, examId: string): Promise<void> {
  await sql`delete from collect.collection where company_id = ${db.companyId} and exam_id = ${examId}`.execute(db)
}
