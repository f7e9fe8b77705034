import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** For tests: a service that speaks the S3 calls we use and checks signatures by its own reading of the protocol (AWS Signature Version 4). */
export interface MadeS3 {
  readonly endpoint: string
  readonly objects: ReadonlyMap<string, Buffer>
  readonly openUploads: () => number
  /** Questions of browsers before they send. */
  readonly preflights: () => number
  /** `lostAnswer`, `lateError`: of `complete`, lost after the work is done, or an error that begins with 200. `down`: every answer. */
  fault: 'none' | 'lostAnswer' | 'lateError' | 'down'
  /** Services other than Amazon's may keep no checksum. */
  keepsChecksums: boolean
  /** Whose pages may send, as the bucket's CORS rules say; `*`: everybody's. */
  allowedOrigin: string
  close(): Promise<void>
}

export const madeKeys = { accessKeyId: 'MADEKEY', secretAccessKey: 'made-secret', region: 'made-1', bucket: 'made-bucket' }

interface Part {
  readonly body: Buffer
  readonly etag: string
}

const hashOf = (body: string | Buffer, kind = 'sha256') => createHash(kind).update(body).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export async function startMadeS3(): Promise<MadeS3> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Part>>()
  let preflights = 0
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refused ? error.status : 500).end(`<Error><Code>${String(error)}</Code></Error>`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const made = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    openUploads: () => uploads.size,
    preflights: () => preflights,
    fault: 'none' as MadeS3['fault'],
    keepsChecksums: true,
    allowedOrigin: '*',
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', made.endpoint)
    const body = await buffer(request)
    if (made.fault === 'down') throw new Refused(503, 'SlowDown')
    const isAllowed = allowBrowsers(request, response, made.allowedOrigin)
    if (request.method === 'OPTIONS') {
      preflights += 1
      response.writeHead(isAllowed ? 200 : 403).end()
      return
    }
    checkSignature(request, url)
    checkDigest(request, body)
    const key = url.pathname.replace(`/${madeKeys.bucket}/`, '')
    const uploadId = url.searchParams.get('uploadId')
    if (url.searchParams.has('list-type')) return listKeys(response, url)
    if (url.searchParams.has('uploads')) return begin(response)
    if (uploadId === null) return plain(request, response, url, key, body)
    const parts = uploads.get(uploadId)
    if (!parts) throw new Refused(404, 'NoSuchUpload')
    if (request.method === 'PUT') return takePart(response, url, parts, body)
    if (request.method === 'GET') return list(response, url, parts)
    if (request.method === 'POST') return complete(response, key, uploadId, parts, body)
    uploads.delete(uploadId)
    response.writeHead(204).end()
  }

  /** Two keys a page, so that paging is tried. */
  function listKeys(response: ServerResponse, { searchParams }: URL): void {
    const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
    const rest = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const rows = rest.slice(0, 2).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    response.end(`<ListBucketResult><IsTruncated>${rest.length > 2}</IsTruncated>${rows.join('')}</ListBucketResult>`)
  }

  function begin(response: ServerResponse): void {
    const id = `${randomUUID()}+/=`
    uploads.set(id, new Map())
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }

  function takePart(response: ServerResponse, url: URL, parts: Map<number, Part>, body: Buffer): void {
    const etag = `"${hashOf(body, 'md5')}"`
    parts.set(Number(url.searchParams.get('partNumber')), { body, etag })
    response.setHeader('etag', etag).end()
  }

  /** Two parts a page, so that paging is tried. */
  function list(response: ServerResponse, url: URL, parts: Map<number, Part>): void {
    const after = Number(url.searchParams.get('part-number-marker'))
    const rest = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b)
    const page = rest.slice(0, 2)
    const rows = page.map(
      ([number, { body, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Part>`,
    )
    const next = `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`
    response.end(`<ListPartsResult>${next}<IsTruncated>${rest.length > 2}</IsTruncated>${rows.join('')}</ListPartsResult>`)
  }

  function complete(response: ServerResponse, key: string, id: string, parts: Map<number, Part>, body: Buffer): void {
    if (made.fault === 'lateError') {
      response.end('<Error><Code>InternalError</Code></Error>')
      return
    }
    const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
    const chosen = wanted.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      if (!part || part.etag !== etag?.replaceAll('&quot;', '"')) throw new Refused(400, 'InvalidPart')
      return part.body
    })
    objects.set(key, Buffer.concat(chosen))
    uploads.delete(id)
    if (made.fault === 'lostAnswer') response.destroy()
    else response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function plain(request: IncomingMessage, response: ServerResponse, url: URL, key: string, body: Buffer): void {
    if (request.method === 'PUT') {
      objects.set(key, body)
      response.end()
      return
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    const object = objects.get(key)
    if (!object) throw new Refused(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const shown = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object
    for (const name of ['content-disposition', 'content-type']) {
      const value = url.searchParams.get(`response-${name}`)
      if (value !== null) response.setHeader(name, value)
    }
    if (made.keepsChecksums && request.headers['x-amz-checksum-mode'] === 'ENABLED')
      response.setHeader('x-amz-checksum-sha256', createHash('sha256').update(object).digest('base64'))
    response.writeHead(range ? 206 : 200, { 'content-length': shown.length })
    response.end(request.method === 'HEAD' ? undefined : shown)
  }
  return made
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const allowed = { methods: ['PUT', 'GET'], headers: ['content-type', 'content-md5', 'x-amz-checksum-sha256'] }

/** As a real store does: without an origin nothing is said, and a preflight that asks for anything that no rule has is refused as a whole. */
function allowBrowsers({ method, headers }: IncomingMessage, response: ServerResponse, allowedOrigin: string): boolean {
  const { origin } = headers
  if (origin === undefined) return false
  const asked = method === 'OPTIONS' ? String(headers['access-control-request-method'] ?? '') : method
  const names = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const isAllowed =
    (allowedOrigin === '*' || allowedOrigin === origin) &&
    allowed.methods.some((one) => one === asked) &&
    names.every((name) => allowed.headers.includes(name))
  if (!isAllowed) return false
  response.setHeader('access-control-allow-origin', allowedOrigin)
  response.setHeader('access-control-allow-methods', allowed.methods.join(', '))
  if (names.length > 0) response.setHeader('access-control-allow-headers', names.join(', '))
  response.setHeader('vary', 'Origin')
  return true
}

function checkDigest(request: IncomingMessage, body: Buffer): void {
  const sum = request.headers['x-amz-checksum-sha256']
  if (typeof sum === 'string' && sum !== createHash('sha256').update(body).digest('base64')) throw new Refused(400, 'BadDigest')
  const told = request.headers['content-md5']
  if (typeof told === 'string' && told !== createHash('md5').update(body).digest('base64')) throw new Refused(400, 'BadDigest')
}

interface Claim {
  readonly date: string
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
}

function checkSignature(request: IncomingMessage, url: URL): void {
  const inQuery = url.searchParams.has('X-Amz-Signature')
  const claim = inQuery ? claimInQuery(url) : claimInHeader(request)
  const [keyId, day = '', region = '', service = ''] = claim.credential.split('/')
  if (keyId !== madeKeys.accessKeyId || region !== madeKeys.region || service !== 's3')
    throw new Refused(403, 'InvalidAccessKeyId')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = claim.signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query, headers.join(''), claim.signedHeaders, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, hashOf(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${madeKeys.secretAccessKey}`, day), region), 's3'), 'aws4_request')
  if (hmac(key, text).toString('hex') !== claim.signature) throw new Refused(403, 'SignatureDoesNotMatch')
}

function claimInQuery(url: URL): Claim {
  const of = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const date = of('Date')
  const begun = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Date.now() > begun + Number(of('Expires')) * 1000) throw new Refused(403, 'AccessDenied')
  return { date, credential: of('Credential'), signedHeaders: of('SignedHeaders'), signature: of('Signature') }
}

function claimInHeader(request: IncomingMessage): Claim {
  const text = request.headers.authorization ?? ''
  const of = (name: string) => new RegExp(`${name}=([^,]+)`).exec(text)?.[1] ?? ''
  const date = String(request.headers['x-amz-date'] ?? '')
  return { date, credential: of('Credential'), signedHeaders: of('SignedHeaders'), signature: of('Signature') }
}
