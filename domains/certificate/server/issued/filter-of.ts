import { startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import type { DataScope, Db } from '@kaopei/server'
import type { CertificateFilter } from '../../contract/certificate.ts'
import type { Filter } from './list.sql.ts'

/** Conditions with days as the company's clock has them. */
export async function filterOf(
  db: Db,
  given: CertificateFilter,
  { scope, now }: { scope: DataScope; now: Date },
): Promise<Filter> {
  const { issuedFrom, issuedTo, ...rest } = given
  const zone = await timeZoneOf(db)
  return {
    ...rest,
    issuedFrom: issuedFrom === undefined ? undefined : startOfDay(issuedFrom, zone),
    issuedUntil: issuedTo === undefined ? undefined : startOfDay(issuedTo, zone, 1),
    scope,
    now,
  }
}
