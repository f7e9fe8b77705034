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
  photoId: id.nullable(),
  layout: storedLayout,
})
export type Printable = z.input<typeof printableRow>

const certificateColumns = sql`c.id, c.number, c.code, c.staff_id as "staffId", c.state, c.holder_name as "holderName", c.facts, c.photo_id as "photoId"`
const columns = sql`${certificateColumns}, v.layout`
const from = sql`
  from certificate.certificate c
  join certificate.template_version v
    on v.company_id = c.company_id and v.template_id = c.template_id and v.number = c.template_number`

export function findPrintable(db: Db, certificateId: string): Promise<Printable | undefined> {
  return findOne(db, printableRow)`
    select ${columns} ${from} where c.company_id = ${db.companyId} and c.id = ${certificateId}`
}

const listedRow = printableRow.omit({ layout: true }).extend({ templateId: id, templateNumber: z.int() })
const versionRow = z.object({ templateId: id, number: z.int(), layout: storedLayout })

/** In the order of their numbers. Certificates of one version of a template share their layout, which is read once. */
export async function selectPrintable(db: Db, ids: readonly string[]): Promise<Printable[]> {
  const rows = await rowsOf(db, listedRow)`
    select ${certificateColumns}, c.template_id as "templateId", c.template_number as "templateNumber"
    from certificate.certificate c
    where c.company_id = ${db.companyId} and c.id = any(${[...ids]}::uuid[])
    order by c.rule_id, length(c.number), c.number`
  const versions = await rowsOf(db, versionRow)`
    select v.template_id as "templateId", v.number, v.layout
    from certificate.template_version v
    where v.company_id = ${db.companyId} and v.template_id = any(${[...new Set(rows.map((row) => row.templateId))]}::uuid[])`
  const layouts = new Map(versions.map(({ templateId, number, layout }) => [`${templateId} ${number}`, layout]))
  return rows.flatMap(({ templateId, templateNumber, ...row }) => {
    const layout = layouts.get(`${templateId} ${templateNumber}`)
    return layout ? [{ ...row, layout }] : []
  })
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
