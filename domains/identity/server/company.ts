import type { Db, RequestFacts } from '@kaopei/server'
import { type Company, findCompanyByDomain } from './company.sql.ts'

/** The company whose domain the person typed, else that of the address they came by. */
export function findCompanyOf(db: Db, typed: string | undefined, request: RequestFacts): Promise<Company | undefined> {
  const label = (typed ?? '').toLowerCase().split('.')[0] ?? ''
  const isNone = label === '' || label === 'localhost' || /^\d+$/.test(label)
  return findCompanyByDomain(db, isNone ? request.orgDomain : label)
}

export function companyCardOf({ name, logoUrl, webIcon, domain, timeZone }: Company) {
  return { name, logoUrl, webIcon, domain, timeZone }
}
