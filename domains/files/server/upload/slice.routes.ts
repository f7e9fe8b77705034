import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { databaseNow, endConnection, type RawServices } from '@kaopei/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openToken } from '../signed-token.ts'
import { FolderStore, slicePath, sliceUse } from '../store/folder-store.ts'
import { isFullDisk } from '../store/full-disk.ts'
import { measured, TooManyBytes } from '../store/measured.ts'

interface Wanted {
  readonly folder: string
  readonly number: number
  readonly sizeBytes: number
  readonly isExact: boolean
}

/** The folder store's half of an upload: PUT of one slice to its signed address. */
export function addSliceRoute(app: FastifyInstance, { blobs, secret }: RawServices): void {
  if (!(blobs instanceof FolderStore)) return
  // A scope of its own: here, and only here, a body is a stream.
  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put<{ Params: { '*': string }; Body: Readable | undefined }>(`${slicePath}/*`, {
      handler: (request, reply) => takeSlice(request, reply, blobs, secret),
    })
    ready()
  })
}

async function takeSlice(
  request: FastifyRequest<{ Params: { '*': string }; Body: Readable | undefined }>,
  reply: FastifyReply,
  blobs: FolderStore,
  secret: string,
): Promise<FastifyReply> {
  const wanted = wantedOf(request.params['*'], blobs, secret)
  if (!wanted) return refuse(reply, 403, '上传地址无效或已过期，请重新获取')
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > wanted.sizeBytes) return refuse(reply, 413, '分片过大')
  if (!existsSync(wanted.folder)) return refuse(reply, 409, '这次上传已结束，请重新选择文件上传')
  const path = join(wanted.folder, String(wanted.number))
  const body = request.body
  if (existsSync(path)) {
    body?.resume()
    return answer(reply, wanted)
  }
  if (!body) return refuse(reply, 400, '分片没有内容')
  const problem = await writeSlice({ body, path, wanted, folders: blobs.folders }, request.headers['content-md5'])
  return problem ? refuse(reply, problem.status, problem.message) : answer(reply, wanted)
}

function wantedOf(token: string, blobs: FolderStore, secret: string): Wanted | undefined {
  const text = openToken(secret, sliceUse, token)
  if (text === undefined) return undefined
  const [uploadId = '', number = '', sizeBytes = '', exactness = '', until = ''] = text.split('.')
  if (Number(until) * 1000 <= databaseNow().getTime()) return undefined
  return {
    folder: blobs.slicesFolder(uploadId),
    number: Number(number),
    sizeBytes: Number(sizeBytes),
    isExact: exactness === 'e',
  }
}

interface Problem {
  readonly status: number
  readonly message: string
}

const worthCollecting = 1024 * 1024

/**
 * What came through the socket lies about in pieces of 64 KB until V8 has made enough objects of its own to collect the young ones: forty megabytes of them.
 * One such collection for each slice takes a millisecond or two.
 */
function letGo(): void {
  // Only a part of the product may be asked to collect (node-flags.ts).
  globalThis.gc?.({ type: 'minor' })
}

interface Coming {
  readonly body: Readable
  readonly path: string
  readonly wanted: Wanted
  readonly folders: FolderStore['folders']
}

/** To a file of its own, made visible only when size and checksum are right; of two equal slices at once the first stays. */
async function writeSlice({ body, path, wanted, folders }: Coming, checksum: unknown): Promise<Problem | undefined> {
  const temporary = `${path}.${randomUUID()}.tmp`
  const hash = createHash('md5')
  const count = measured((chunk) => hash.update(chunk), wanted.sizeBytes)
  try {
    await pipeline(body, count.stream, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    if (count.bytes() >= worthCollecting) letGo()
    if (wanted.isExact && count.bytes() !== wanted.sizeBytes) return { status: 400, message: '分片不完整，请重新上传' }
    if (count.bytes() === 0) return { status: 400, message: '分片没有内容' }
    if (typeof checksum === 'string' && hash.digest('base64') !== checksum) {
      return { status: 400, message: '分片校验不一致，请重新上传' }
    }
    await link(temporary, path).catch(ignoreExisting)
    await folders.sync(wanted.folder)
    return undefined
  } catch (error) {
    return problemOf(error)
  } finally {
    await rm(temporary, { force: true })
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof TooManyBytes) return { status: 413, message: '分片过大' }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (isFullDisk(error)) return { status: 507, message: '存储空间不足，请联系管理员' }
  if (code === 'ENOENT') return { status: 409, message: '这次上传已结束，请重新选择文件上传' }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return { status: 400, message: '分片不完整，请重新上传' }
  throw error
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

function answer(reply: FastifyReply, { number, sizeBytes }: Wanted): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ code: 0, message: 'success', data: { number, sizeBytes } })
}

/** The rest of the body is not read: the connection ends with the answer. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return endConnection(reply).code(status).send({ code: status, message, data: null })
}
