/** The keys that sign a company's credentials: RS256, made when the first one is asked for. */
import { createPrivateKey, generateKeyPair, type JsonWebKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { id } from '@kaopei/contract'
import { type Db, findOne, openSecret, rowsOf, type Services, sealSecret } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const makePair = promisify(generateKeyPair)
const contextOf = (companyId: string) => `certificate.signing_key:${companyId}`

export interface SigningKey {
  readonly id: string
  readonly pem: string
}

/** The one in use; of two that are made at once one stays. */
export async function signingKey(db: Db, { secret }: Pick<Services, 'secret'>): Promise<SigningKey> {
  const kept = (await findKey(db)) ?? (await makeKey(db, secret))
  const pem = openSecret(secret, contextOf(db.companyId), kept.sealedKey)
  if (pem !== undefined) return { id: kept.id, pem }
  // Sealed under another secret of the deployment: it signs no more, and what it signed stays verifiable.
  await retireKey(db, kept.id)
  return signingKey(db, { secret })
}

/** From now on another key signs; the page of this one stays. */
export async function retireKey(db: Db, keyId: string): Promise<void> {
  await sql`
    update certificate.signing_key set retired_at = now()
    where company_id = ${db.companyId} and id = ${keyId} and retired_at is null`.execute(db)
}

const keyRow = z.object({ id, sealedKey: z.string() })

function findKey(db: Db): Promise<z.input<typeof keyRow> | undefined> {
  return findOne(db, keyRow)`
    select k.id, k.sealed_key as "sealedKey" from certificate.signing_key k
    where k.company_id = ${db.companyId} and k.retired_at is null`
}

async function makeKey(db: Db, secret: string): Promise<z.input<typeof keyRow>> {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const [made] = await rowsOf(db, keyRow)`
    insert into certificate.signing_key (company_id, public_key, sealed_key)
    values (${db.companyId}, ${JSON.stringify(publicKey.export({ format: 'jwk' }))}::jsonb, ${sealSecret(secret, contextOf(db.companyId), pem)})
    on conflict (company_id) where retired_at is null do nothing
    returning id, sealed_key as "sealedKey"`
  const kept = made ?? (await findKey(db))
  if (!kept) throw new Error('no signing key could be kept')
  return kept
}

/** A key's page: JWK with what it is for. */
export function publicJwk(keyId: string, kept: JsonWebKey): JsonWebKey {
  const { kty, n, e } = kept
  return { ...(kty && { kty }), ...(n && { n }), ...(e && { e }), kid: keyId, alg: 'RS256', use: 'sig' }
}

/** A compact JWS: only `alg`, `kid` and `typ` in its header. */
export function compactJws(payload: object, { pem, kid }: { pem: string; kid: string }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), createPrivateKey(pem)).toString('base64url')}`
}
