import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// AES-256-GCM under a key derived from the deployment's secret. `context` is bound in: a sealed text moved to another row does not open.

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export function sealSecret(deploymentSecret: string, context: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(deploymentSecret), iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url')
}

/** Undefined when it was not sealed by this deployment in this context. */
export function openSecret(deploymentSecret: string, context: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, keyOf(deploymentSecret), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    return undefined // the tag does not fit: not ours, or changed
  }
}

const keys = new Map<string, Buffer>()

/** Derived once for each secret, of which a deployment has one. */
function keyOf(deploymentSecret: string): Buffer {
  const known = keys.get(deploymentSecret)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', deploymentSecret, '', 'kaopei sealed secrets', 32))
  keys.set(deploymentSecret, key)
  return key
}
