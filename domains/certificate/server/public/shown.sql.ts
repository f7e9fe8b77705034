/** What the public pages read, of whatever company: single statements, for there is no session that says which. */
import { id } from '@kaopei/contract'
import { type Db, findOne, idsOf, rowsOfNamed } from '@kaopei/server'
import { z } from 'zod'
import { certificateState } from '../../contract/codes.ts'

const shownRow = z.object({
  companyId: id,
  id,
  number: z.string(),
  state: certificateState.schema,
  holderName: z.string(),
  facts: z.record(z.string(), z.string()),
  issuedAt: z.date(),
  validUntil: z.date().nullable(),
  sha256: z.string().nullable(),
})
export type Shown = z.input<typeof shownRow>

/** `db` is in no company. */
export async function findShown(db: Db, code: string): Promise<Shown | undefined> {
  const [found] = await rowsOfNamed(db, 'certificate.shown', shownRow)`
    select s.company_id as "companyId", s.id, s.number, s.state, s.holder_name as "holderName", s.facts, s.issued_at as "issuedAt",
      s.valid_until as "validUntil", s.sha256
    from certificate.shown(${code}) s`
  return found
}

const keyRow = z.object({ publicKey: z.record(z.string(), z.unknown()) })

export async function findPublicKey(db: Db, keyId: string): Promise<z.input<typeof keyRow>['publicKey'] | undefined> {
  const found = await findOne(db, keyRow)`
    select k.public_key as "publicKey" from certificate.public_key(${keyId}) k`
  return found?.publicKey
}

export function selectRevoked(db: Db, issuerId: string): Promise<string[]> {
  return idsOf(db)`select r.id from certificate.revoked_of(${issuerId}) r`
}
