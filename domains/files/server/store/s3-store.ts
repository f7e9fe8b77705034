import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { databaseNow } from '@kaopei/server'
import { AwsClient } from 'aws4fetch'
import type { BlobStore, ByteRange, Presented, Slice, Upload, WantedSlice } from './blob-store.ts'
import type { DirectStore } from './evidence-store.ts'
import { S3Direct } from './s3-direct.ts'
import { completionXml, elementText, keysOf, partsOf } from './s3-xml.ts'

export interface S3StoreOptions {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`; what most services other than Amazon's want. */
  readonly isPathStyle?: boolean
}

const partBytes = 8 * 1024 * 1024
const signedForDays = 7

/** Files in any S3-compatible service. Browsers send slices to it and fetch files from it by addresses that we sign. */
export class S3Store implements BlobStore {
  /** The service joins them itself. */
  readonly joinsAtOnceBytes = Number.POSITIVE_INFINITY
  readonly bucketName: string
  readonly region: string
  readonly #base: string
  readonly #client: AwsClient
  readonly direct: DirectStore

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle = true }: S3StoreOptions) {
    this.bucketName = bucket
    this.region = region
    const url = new URL(endpoint)
    const path = url.pathname.replace(/\/$/, '')
    this.#base = isPathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
    this.direct = new S3Direct(this.#base, { accessKeyId, secretAccessKey, region })
  }

  /** Where browsers send slices to and fetch files from: for the content security policy. */
  get origin(): string {
    return new URL(this.#base).origin
  }

  async beginUpload(key: string, contentType: string): Promise<string> {
    const answer = await this.#ask(this.#url(key, { uploads: '' }), { method: 'POST', headers: { 'content-type': contentType } })
    const uploadId = elementText(await answer.text(), 'UploadId')
    if (!uploadId) throw new Error('object storage began an upload without a name')
    return uploadId
  }

  /** With an exact size the length is signed too: the service itself refuses more or less. */
  async sliceUrl({ key, uploadId }: Upload, slice: WantedSlice, expiresAt: Date): Promise<string> {
    const url = this.#url(key, { partNumber: String(slice.number), uploadId })
    const headers = slice.isExact ? { 'content-length': String(slice.sizeBytes) } : undefined
    return this.#presign('PUT', url, expiresAt, headers)
  }

  async listSlices({ key, uploadId }: Upload): Promise<readonly Slice[]> {
    const slices: Slice[] = []
    for (let marker = '0'; ; ) {
      const answer = await this.#send(this.#url(key, { uploadId, 'part-number-marker': marker }))
      if (answer.status === 404) return []
      const xml = await readText(answer)
      slices.push(...partsOf(xml))
      const next = elementText(xml, 'NextPartNumberMarker')
      if (elementText(xml, 'IsTruncated') !== 'true' || !next || next === marker) return slices
      marker = next
    }
  }

  async completeUpload({ key, uploadId }: Upload, slices: readonly Slice[]): Promise<{ sha256: null }> {
    const answer = await this.#send(this.#url(key, { uploadId }), { method: 'POST', body: completionXml(slices) })
    if (answer.status === 404) {
      // Completed before, by a call whose answer was lost.
      if ((await this.sizeOf(key)) === undefined) throw new Error('the upload is unknown to object storage')
      return { sha256: null }
    }
    const xml = await readText(answer)
    // The service may begin its answer with 200 and fail afterwards.
    if (xml.includes('<Error>')) throw new Error(`object storage could not complete the upload: ${elementText(xml, 'Code')}`)
    return { sha256: null }
  }

  async forgetUpload({ key, uploadId }: Upload): Promise<void> {
    await this.#delete(this.#url(key, { uploadId }))
  }

  async put(
    key: string,
    body: Readable | Buffer | readonly Buffer[],
    contentType: string,
  ): Promise<{ sizeBytes: number; sha256: string }> {
    const hash = createHash('sha256')
    let sizeBytes = 0
    let upload: Upload | undefined
    const slices: Slice[] = []
    try {
      for await (const { part, isLast } of partsIn(body)) {
        hash.update(part)
        sizeBytes += part.length
        if (isLast && !upload)
          await this.#ask(this.#url(key), { method: 'PUT', body: part, headers: { 'content-type': contentType } })
        else {
          upload ??= { key, uploadId: await this.beginUpload(key, contentType) }
          slices.push(await this.#putPart(upload, slices.length + 1, part))
        }
      }
      if (upload) await this.completeUpload(upload, slices)
    } catch (error) {
      if (upload) await this.forgetUpload(upload).catch(() => undefined) // the first error is the one to tell
      throw error
    }
    return { sizeBytes, sha256: hash.digest('hex') }
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const answer = await this.#send(this.#url(key), { method: 'HEAD' })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`object storage answered ${answer.status}`)
    return Number(answer.headers.get('content-length'))
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const init = range ? { headers: { range: `bytes=${range.first}-${range.last}` } } : {}
    const answer = await this.#ask(this.#url(key), init)
    if (!answer.body) return Readable.from([])
    // The platform's own stream type and Node's declaration of it are the same thing under two names.
    return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
  }

  async remove(key: string): Promise<void> {
    await this.#delete(this.#url(key))
  }

  async keysIn(folder: string): Promise<readonly string[]> {
    const keys: string[] = []
    for (let after = ''; ; ) {
      const listing = new URL(this.#base)
      const query = { 'list-type': '2', prefix: `${folder}/`, ...(after && { 'start-after': after }) }
      for (const [name, value] of Object.entries(query)) listing.searchParams.set(name, value)
      const xml = await readText(await this.#send(listing))
      keys.push(...keysOf(xml))
      const last = keys.at(-1)
      if (elementText(xml, 'IsTruncated') !== 'true' || last === undefined || last === after) return keys
      after = last
    }
  }

  localPath(): undefined {
    return undefined
  }

  async presentedUrl(key: string, { disposition, contentType, expiresAt }: Presented): Promise<string> {
    const query = { 'response-content-disposition': disposition, 'response-content-type': contentType }
    return this.#presign('GET', this.#url(key, query), expiresAt)
  }

  /** None: a bucket may be shared, so nothing is deleted by listing. Unfinished uploads are ended by their rows. */
  async *leftovers(): AsyncIterable<readonly string[]> {}

  async #putPart(upload: Upload, number: number, part: Buffer<ArrayBuffer>): Promise<Slice> {
    const url = this.#url(upload.key, { partNumber: String(number), uploadId: upload.uploadId })
    const answer = await this.#ask(url, { method: 'PUT', body: part })
    return { number, sizeBytes: part.length, etag: answer.headers.get('etag') ?? '' }
  }

  async #presign(method: string, url: URL, expiresAt: Date, headers: Record<string, string> = {}): Promise<string> {
    const seconds = Math.ceil((expiresAt.getTime() - databaseNow().getTime()) / 1000)
    url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.min(seconds, signedForDays * 86_400))))
    const signed = await this.#client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } })
    return signed.url
  }

  #url(key: string, query: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(`${this.#base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  #send(url: URL, init: RequestInit = {}): Promise<Response> {
    return this.#client.fetch(url, { ...init, signal: AbortSignal.timeout(120_000) })
  }

  async #ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const answer = await this.#send(url, init)
    if (!answer.ok) throw new Error(`object storage answered ${answer.status} ${elementText(await answer.text(), 'Code') ?? ''}`)
    return answer
  }

  async #delete(url: URL): Promise<void> {
    const answer = await this.#send(url, { method: 'DELETE' })
    if (!answer.ok && answer.status !== 404) throw new Error(`object storage answered ${answer.status} to a deletion`)
  }
}

async function readText(answer: Response): Promise<string> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`object storage answered ${answer.status} ${elementText(text, 'Code') ?? ''}`)
  return text
}

/** A body in parts of one size, the last one whatever is left; an empty body is one empty part. */
async function* partsIn(
  body: Readable | Buffer | readonly Buffer[],
): AsyncGenerator<{ part: Buffer<ArrayBuffer>; isLast: boolean }> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    let rest = Buffer.from(chunk)
    while (waitingBytes + rest.length > partBytes) {
      const room = partBytes - waitingBytes
      yield { part: Buffer.concat([...waiting, rest.subarray(0, room)]), isLast: false }
      rest = rest.subarray(room)
      waiting = []
      waitingBytes = 0
    }
    waiting.push(rest)
    waitingBytes += rest.length
  }
  yield { part: Buffer.concat(waiting), isLast: true }
}
