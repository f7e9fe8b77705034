import { type FileToStore, storeFile } from '@kaopei/files/server'
import { inTransaction } from '@kaopei/server'
import { fail } from './fail.ts'
import type { Stage } from './stage.ts'

/** A file as this person would have uploaded it; answers its id. */
export async function keepDemoFile(
  stage: Stage,
  createdBy: string,
  file: Pick<FileToStore, 'name' | 'contentType' | 'purpose' | 'body'>,
): Promise<string> {
  const { services, companyId } = stage
  const stored = await inTransaction(services.pool, companyId, (db) =>
    storeFile(db, services, { ...file, companyId, createdBy }, fail),
  )
  return stored.fileId
}

/** The smallest document that readers open: an empty page. */
export const emptyPage = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
`)
