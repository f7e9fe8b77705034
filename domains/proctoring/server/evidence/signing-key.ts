/** The key that signs heads and packs, and nothing else. It follows from the deployment's secret, so every process has it and nothing has to be kept beside. */
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SigningKey {
  /** SPKI, PEM. */
  readonly publicKey: string
  /** Base64. */
  readonly sign: (text: string) => string
}

const keys = new Map<string, SigningKey>()

export function signingKey(secret: string): SigningKey {
  const known = keys.get(secret)
  if (known) return known
  const seed = Buffer.from(hkdfSync('sha256', secret, 'kaopei', 'evidence-ed25519-1', 32))
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  const made = { publicKey, sign: (text: string) => sign(null, Buffer.from(text), key).toString('base64') }
  keys.set(secret, made)
  return made
}
