import { type Db, type Services, siteOf } from '@kaopei/server'
import { findCompany } from './company.sql.ts'

/** Where the people of a company open this product, for links that leave the house: `https://acme.example.com`. */
export async function companySite(db: Db, { publicUrl }: Pick<Services, 'publicUrl'>): Promise<string> {
  const { domain } = await findCompany(db)
  return siteOf(publicUrl, domain)
}
