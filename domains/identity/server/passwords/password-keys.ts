import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseNow } from '@kaopei/server'
import { z } from 'zod'

export interface PasswordKeys {
  /** base64 SPKI, for /init/assemblyInfo. */
  readonly publicKey: string
  /** The password inside a base64 RSA-OAEP (SHA-256) cipher; undefined when it was not made with our public key, or too long ago. */
  readonly decrypt: (cipher: string) => string | undefined
  /** The same for a password that lets somebody in: good for one use (`takeCipher`). */
  readonly open: (cipher: string) => OpenedPassword | undefined
}

export interface OpenedPassword {
  readonly password: string
  /** Of the cipher's bytes, however they were spelled. */
  readonly hash: Buffer
  /** When it is worth nothing any more; null: it does not say when it was made. */
  readonly expiresAt: Date | null
}

/** How long an encrypted password that carries its time is taken, as a signed call. */
const toleranceMs = 300_000
const envelopeShape = z.strictObject({ p: z.string(), n: z.string().min(16), t: z.number() })

/** `{p, n, t}`: the password with a nonce and the milliseconds of its encryption; anything else is the password itself, as clients of the wire may send it. */
function unwrapped(text: string): { password: string; madeAtMs: number | null } {
  if (!text.startsWith('{')) return { password: text, madeAtMs: null }
  try {
    const { success, data } = envelopeShape.safeParse(JSON.parse(text))
    return success ? { password: data.p, madeAtMs: data.t } : { password: text, madeAtMs: null }
  } catch {
    return { password: text, madeAtMs: null }
  }
}

/** The deployment's key pair: from `pem` (every process needs the same one), else made once in the data folder, readable by its owner alone. */
export function loadPasswordKeys({ dataDir, pem }: { dataDir: string; pem?: string | undefined }): PasswordKeys {
  return keysOf(createPrivateKey(pem === undefined || pem === '' ? readOrMake(dataDir) : pem.replaceAll('\\n', '\n')))
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, 'password-key.pem')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(dataDir, { recursive: true })
  const made = join(dataDir, `password-key.${randomUUID()}.tmp`)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(made, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(made, file) // whole or not at all; fails when another process was first
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    unlinkSync(made)
  }
  return readFileSync(file, 'utf8')
}

function keysOf(privateKey: KeyObject): PasswordKeys {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const textOf = (bytes: Buffer): string | undefined => {
    try {
      return privateDecrypt(key, bytes).toString('utf8')
    } catch {
      return undefined // whatever is wrong with it, the person can only encrypt anew
    }
  }
  const open = (cipher: string): OpenedPassword | undefined => {
    const bytes = Buffer.from(cipher, 'base64')
    const text = textOf(bytes)
    if (text === undefined) return undefined
    const { password, madeAtMs } = unwrapped(text)
    const nowMs = databaseNow().getTime()
    if (madeAtMs !== null && !(Math.abs(nowMs - madeAtMs) <= toleranceMs)) return undefined
    const expiresAt = madeAtMs === null ? null : new Date(nowMs + 3 * toleranceMs)
    return { password, hash: createHash('sha256').update(bytes).digest(), expiresAt }
  }
  return { publicKey, open, decrypt: (cipher) => open(cipher)?.password }
}
