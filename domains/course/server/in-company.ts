import { type Db, enterCompany } from '@kaopei/server'

/**
 * Runs `work` as another company, in the same transaction: row-level security shows one company at a time. What may be read or written there was decided
 * before: a licence, a sale.
 */
export async function inCompanyOf<T>(db: Db, companyId: string, work: () => Promise<T>): Promise<T> {
  const own = db.companyId
  if (own === companyId) return work()
  await enterCompany(db, companyId)
  try {
    return await work()
  } finally {
    await enterCompany(db, own)
  }
}
