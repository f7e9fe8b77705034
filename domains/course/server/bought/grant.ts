import type { Grant } from '@kaopei/files/server'
import type { Db } from '@kaopei/server'
import { findLicenceById } from './seats.sql.ts'
import { isValid } from './seats.ts'

/** What links of a bought course rest on: they end with the licence, also with one that is shortened afterwards. */
export const grantOf = ({ companyId }: Db, licence: { readonly id: string; readonly validUntil: Date | null }): Grant => ({
  companyId,
  id: licence.id,
  until: licence.validUntil,
})

export async function licenceHolds(db: Db, licenceId: string, now: Date): Promise<boolean> {
  const licence = await findLicenceById(db, licenceId)
  return licence !== undefined && isValid(licence, now)
}
