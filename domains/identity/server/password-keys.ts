import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PasswordKeys {
  /** base64 SPKI, for /init/assemblyInfo. */
  readonly publicKey: string
  /** The password inside a base64 RSA-OAEP (SHA-256) cipher; undefined when it was not made with our public key. */
  readonly decrypt: (cipher: string) => string | undefined
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
  return {
    publicKey,
    decrypt: (cipher) => {
      try {
        return privateDecrypt(key, Buffer.from(cipher, 'base64')).toString('utf8')
      } catch {
        return undefined // whatever is wrong with it, the person can only encrypt anew
      }
    },
  }
}
