/** AWS Signature Version 4 by `node:crypto`, in one go: for calls of which there are hundreds a second. */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

interface Signed {
  readonly method: string
  readonly url: URL
  /** Signed with the address: the service refuses a request that does not have them. Lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
  readonly now: Date
}

/** As key objects: a key of bytes is made into one at each use, which takes five times as long as the signature. */
const dayKeys = new Map<string, KeyObject>()

/** The address with its signature in the query. */
export function presignedUrl(keys: S3Keys, { method, url, headers, seconds, now }: Signed): string {
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = at.slice(0, 8)
  const scope = `${day}/${keys.region}/s3/aws4_request`
  const named = Object.entries({ ...headers, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const signedHeaders = named.map(([name]) => name).join(';')
  const query = [
    ...url.searchParams,
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${keys.accessKeyId}/${scope}`],
    ['X-Amz-Date', at],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', signedHeaders],
  ]
    .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = named.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, url.pathname, query, lines, signedHeaders, 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, scope, hash('sha256', canonical, 'hex')].join('\n')
  const signature = createHmac('sha256', dayKey(keys, day)).update(text).digest('hex')
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`
}

/** Of a day; a few are kept. */
function dayKey({ accessKeyId, secretAccessKey, region }: S3Keys, day: string): KeyObject {
  const name = `${accessKeyId}/${region}/${day}`
  const known = dayKeys.get(name)
  if (known) return known
  if (dayKeys.size > 20) dayKeys.clear()
  const parts = [day, region, 's3', 'aws4_request']
  const key = createSecretKey(parts.reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`)))
  dayKeys.set(name, key)
  return key
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
