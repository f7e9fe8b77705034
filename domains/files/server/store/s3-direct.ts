import { createHash } from 'node:crypto'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SafeAgent, request as safeRequest } from 'node:https'
import { databaseNow } from '@kaopei/server'
import type { DirectStore, ExactBytes } from './evidence-store.ts'
import { presignedUrl, type S3Keys } from './s3-signature.ts'

const askSeconds = 60
const timeoutMs = 10_000
const checksum = 'x-amz-checksum-sha256'
const agents = { 'http:': new PlainAgent({ keepAlive: true }), 'https:': new SafeAgent({ keepAlive: true }) }

/** Small objects that browsers put into the bucket themselves; we say which, and look whether they are there. */
export class S3Direct implements DirectStore {
  readonly #base: string
  readonly #keys: S3Keys

  constructor(base: string, keys: S3Keys) {
    this.#base = base
    this.#keys = keys
  }

  get place(): string {
    return `${this.#base}/`
  }

  putUrl(key: string, { sizeBytes, sha256, contentType }: ExactBytes, expiresAt: Date) {
    const now = databaseNow()
    const headers = { 'content-type': contentType, [checksum]: Buffer.from(sha256, 'hex').toString('base64') }
    const seconds = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
    const signed = { ...headers, 'content-length': String(sizeBytes) }
    const url = presignedUrl(this.#keys, { method: 'PUT', url: this.#url(key), headers: signed, seconds, now })
    return { url, headers }
  }

  /** By the checksum that the service keeps; from one that keeps none the bytes are read. */
  async holds(key: string, { sizeBytes, sha256 }: Pick<ExactBytes, 'sizeBytes' | 'sha256'>): Promise<boolean> {
    const head = await this.#ask('HEAD', key)
    head.resume()
    if (head.statusCode === 404) return false
    if (head.statusCode !== 200) throw new Error(`object storage answered ${head.statusCode}`)
    if (Number(head.headers['content-length']) !== sizeBytes) return false
    const kept = head.headers[checksum]
    if (typeof kept === 'string') return Buffer.from(kept, 'base64').toString('hex') === sha256
    return (await this.#hashOf(key)) === sha256
  }

  async lets(origin: string, { method, headers }: Parameters<DirectStore['lets']>[1]): Promise<boolean> {
    const asked = { origin, 'access-control-request-method': method, 'access-control-request-headers': headers.join(',') }
    const answer = await send('OPTIONS', `${this.#base}/preflight`, asked)
    answer.resume()
    const status = answer.statusCode ?? 0
    if (status >= 500) throw new Error(`object storage answered ${status}`)
    const said = (name: string) => String(answer.headers[`access-control-allow-${name}`] ?? '')
    const named = (name: string) =>
      said(name)
        .toLowerCase()
        .split(',')
        .map((one) => one.trim())
    const has = (name: string, wanted: string) => named(name).includes('*') || named(name).includes(wanted.toLowerCase())
    const isOpen = status < 300 && (said('origin') === '*' || said('origin') === origin)
    return isOpen && has('methods', method) && headers.every((name) => has('headers', name))
  }

  async #hashOf(key: string): Promise<string | undefined> {
    const answer = await this.#ask('GET', key)
    if (answer.statusCode !== 200) {
      answer.resume()
      throw new Error(`object storage answered ${answer.statusCode}`)
    }
    const hash = createHash('sha256')
    for await (const chunk of answer) hash.update(chunk)
    return hash.digest('hex')
  }

  #ask(method: 'HEAD' | 'GET', key: string): Promise<IncomingMessage> {
    const headers = { 'x-amz-checksum-mode': 'ENABLED' }
    const url = presignedUrl(this.#keys, { method, url: this.#url(key), headers, seconds: askSeconds, now: databaseNow() })
    return send(method, url, headers)
  }

  #url(key: string): URL {
    return new URL(`${this.#base}/${key}`)
  }
}

function send(method: string, url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const isSafe = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: isSafe ? agents['https:'] : agents['http:'], timeout: timeoutMs }
    const asked = (isSafe ? safeRequest : plainRequest)(url, options, resolve)
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error('object storage does not answer')))
    asked.end()
  })
}
