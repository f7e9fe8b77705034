import { id } from '@kaopei/contract'
import { type Db, findOne, hasRows, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { certificateState } from '../../contract/codes.ts'
import { storedLayout } from '../../contract/layout.ts'

const printableRow = z.object({
  id,
  number: z.string(),
  code: z.string(),
  staffId: id,
  state: certificateState.schema,
  holderName: z.string(),
  facts: z.record(z.string(), z.string()),
  layout: storedLayout,
})
export type Printable = z.input<typeof printableRow>

const columns = sql`c.id, c.number, c.code, c.staff_id as "staffId", c.state, c.holder_name as "holderName", c.facts, v.layout`
const from = sql`
  from certificate.certificate c
  join certificate.template_version v
    on v.company_id = c.company_id and v.template_id = c.template_id and v.number = c.template_number`

export function findPrintable(db: Db, certificateId: string): Promise<Printable | undefined> {
  return findOne(db, printableRow)`
    select ${columns} ${from} where c.company_id = ${db.companyId} and c.id = ${certificateId}`
}

/** In the order of their numbers. */
export function selectPrintable(db: Db, ids: readonly string[]): Promise<Printable[]> {
  return rowsOf(db, printableRow)`
    select ${columns} ${from}
    where c.company_id = ${db.companyId} and c.id = any(${[...ids]}::uuid[])
    order by c.rule_id, c.number, c.id`
}

const documentRow = z.object({ fileId: id, sha256: z.string() })

export function findDocument(db: Db, certificateId: string): Promise<z.input<typeof documentRow> | undefined> {
  return findOne(db, documentRow)`
    select d.file_id as "fileId", d.sha256 from certificate.document d
    where d.company_id = ${db.companyId} and d.certificate_id = ${certificateId}`
}

/** False where somebody else was quicker: theirs is the one that counts. */
export function insertDocument(
  db: Db,
  { certificateId, fileId, sha256, now }: { certificateId: string; fileId: string; sha256: string; now: Date },
): Promise<boolean> {
  return hasRows(db)`
    insert into certificate.document (company_id, certificate_id, file_id, sha256, made_at)
    values (${db.companyId}, ${certificateId}, ${fileId}, ${sha256}, ${now})
    on conflict do nothing
    returning certificate_id`
}
