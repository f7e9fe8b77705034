import { storeFile } from '@kaopei/files/server'
import { inTransaction } from '@kaopei/server'
import type pg from 'pg'
import type { Assembly } from '../modules.ts'
import type { DemoCompany } from './company.ts'
import { fail } from './fail.ts'

/** The smallest document that readers open: an empty page. */
const emptyPage = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
`)

/** A document as the administrator would have uploaded it; answers its id. */
export async function keepDemoFile(
  app: pg.Pool,
  { services }: Pick<Assembly, 'services'>,
  company: DemoCompany,
  name: string,
): Promise<string> {
  const file = { companyId: company.id, name, contentType: 'application/pdf', purpose: 'attachment', createdBy: company.admin.id }
  const stored = await inTransaction(app, company.id, (db) => storeFile(db, services, { ...file, body: emptyPage }, fail))
  return stored.fileId
}
