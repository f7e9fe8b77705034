import { createHash, createHmac } from 'node:crypto'
import type { Keys } from './acs3-signature.ts'

/** What 腾讯云 signs of a call, TC3-HMAC-SHA256 (cloud.tencent.com/document/api/382/52072). */
export interface Tc3Call {
  readonly host: string
  readonly service: string
  readonly action: string
  readonly version: string
  readonly region: string
  readonly body: string
  readonly at: Date
}

const contentType = 'application/json; charset=utf-8'
const signedNames = 'content-type;host'

/** Every header of the call but its host's, with the signature. */
export function tc3Headers({ host, service, action, version, region, body, at }: Tc3Call, keys: Keys): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const date = at.toISOString().slice(0, 10)
  const canonical = ['POST', '/', '', `content-type:${contentType}\nhost:${host}\n`, signedNames, sha256(body)].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`TC3${keys.secret}`))
  const signature = hmac(key, text).toString('hex')
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
    'content-type': contentType,
    'x-tc-action': action,
    'x-tc-timestamp': timestamp,
    'x-tc-version': version,
    ...(region && { 'x-tc-region': region }),
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
