import { id } from '@kaopei/contract'
import { fileUrl } from '@kaopei/files/server'
import { type Db, rowsOf, type Services } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { appealFile } from '../../contract/verdicts/own-verdicts.ts'

export interface NewAppealFile {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
}

/** With the step of the case that the appeal is. */
export async function insertAppealFiles(
  db: Db,
  { attemptId, number, files }: { attemptId: string; number: number; files: readonly NewAppealFile[] },
): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into proctoring.appeal_file (company_id, attempt_id, number, file_id, position, name, size_bytes)
    select ${db.companyId}, ${attemptId}, ${number}, f."fileId", f.position, f.name, f."sizeBytes"
    from jsonb_to_recordset(${JSON.stringify(files.map((file, index) => ({ ...file, position: index + 1 })))}::jsonb)
      as f("fileId" uuid, name text, "sizeBytes" bigint, position integer)`.execute(db)
}

const fileRow = z.object({ number: z.int(), fileId: id, name: z.string(), sizeBytes: z.int(), isDeleted: z.boolean() })

/** Of every appeal of a case, in their order. */
export function selectAppealFiles(db: Db, attemptId: string): Promise<z.output<typeof fileRow>[]> {
  return rowsOf(db, fileRow)`
    select number, file_id as "fileId", name, size_bytes::int as "sizeBytes", deleted_at is not null as "isDeleted"
    from proctoring.appeal_file
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    order by number, position`
}

/** The files of each step, for somebody whose right to see them has been looked at. */
export async function linkedFiles(
  db: Db,
  services: Pick<Services, 'secret'>,
  attemptId: string,
): Promise<(number: number) => z.output<typeof appealFile>[]> {
  const files = await selectAppealFiles(db, attemptId)
  return (of) =>
    files
      .filter(({ number }) => number === of)
      .map(({ fileId, name, sizeBytes, isDeleted }) => ({
        ...{ name, sizeBytes },
        url: isDeleted ? null : fileUrl(services, { companyId: db.companyId, fileId }),
      }))
}
