import { createHash, createHmac } from 'node:crypto'

/** What 阿里云 signs of a call, ACS3-HMAC-SHA256 (help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature). */
export interface Acs3Call {
  readonly method: 'POST' | 'GET'
  readonly host: string
  readonly action: string
  readonly version: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly at: Date
  readonly nonce: string
}

export interface Keys {
  readonly id: string
  readonly secret: string
}

/** Every header of the call but its host's, with the signature. */
export function acs3Headers(call: Acs3Call, keys: Keys): Record<string, string> {
  const hash = sha256(call.body)
  const signed: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': hash,
    'x-acs-date': call.at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    call.method,
    '/',
    queryText(call.query),
    names.map((name) => `${name}:${signed[name]}\n`).join(''),
    names.join(';'),
    hash,
  ].join('\n')
  const signature = createHmac('sha256', keys.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const { host: _host, ...headers } = signed
  const authorization = `ACS3-HMAC-SHA256 Credential=${keys.id},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}

/** In the order of names, escaped by RFC 3986: the call's address carries the same text. */
export function queryText(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${escaped(name)}=${escaped(query[name] ?? '')}`)
    .join('&')
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
