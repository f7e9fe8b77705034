import type { Db } from '@kaopei/server'

/** Programming questions are a feature of the company, off by default (decisions.md). */
export async function isProgrammingEnabled(db: Db, companyId: string): Promise<boolean> {
  const company = await db
    .selectFrom('platform.company')
    .select('programming_enabled as isEnabled')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company?.isEnabled ?? false
}
