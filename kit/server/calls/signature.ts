import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { signatureText } from '@kaopei/contract'

/** The key that signs a session's calls: derived, so that nothing secret needs storing. */
export function signKeyOf(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`sign:${token}`).digest('hex')
}

/** Signs calls made before a login. Not a secret: it reaches every visitor with /init/assemblyInfo. */
export function appKeyOf(secret: string): string {
  return createHmac('sha256', secret).update('app-key').digest('hex')
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

export function sign(key: string, call: { method: string; url: string; timestamp: string; body: unknown }): string {
  return createHmac('sha256', key).update(signatureText(call)).digest('hex')
}

export function isSignedBy(
  key: string,
  call: { method: string; url: string; timestamp: string; body: unknown; sign: string },
): boolean {
  const expected = Buffer.from(sign(key, call))
  const given = Buffer.from(call.sign)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
