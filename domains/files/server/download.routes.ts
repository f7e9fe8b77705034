import { Readable } from 'node:stream'
import { contentDisposition, databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filePath, readLinkToken } from './file-link.ts'
import { grantOver, stillHolds } from './link-grants.ts'
import { findObject, objectState, type StoredObject } from './object.sql.ts'
import { rangeOf } from './rules/range-of.ts'
import type { Presented } from './store/blob-store.ts'

/** Pictures made of pixels cannot carry a script; everything else is handed over to be saved. */
const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp'])
const storeAddressSeconds = 300

/** Signed file links: `/files/<token>`. The link is the permission; who makes one has looked at the right before. */
export function addDownloadRoute(app: FastifyInstance, services: RawServices): void {
  // A wildcard, because the router's limit of 100 characters is for named parameters; HEAD is answered by the same route.
  app.get<FileRoute>(`${filePath}/*`, (request, reply) => sendFile(request, reply, services))
}

interface FileRoute {
  Params: { '*': string }
  Querystring: Readonly<Record<string, unknown>>
}

const receipt = /^[\w-]{8,40}$/

async function sendFile(request: FastifyRequest<FileRoute>, reply: FastifyReply, services: RawServices): Promise<FastifyReply> {
  const address = readLinkToken(services.secret, request.params['*'])
  if (!address) return missing(reply, 404, '文件不存在')
  if (address.expiresAt.getTime() <= databaseNow().getTime()) return missing(reply, 403, '文件链接已过期，请重新打开页面')
  const { companyId, fileId, expiresAt, grant } = address
  if (grant && !(await inTransaction(services.pool, grant.companyId, (db) => stillHolds(db, grant.id, databaseNow()))))
    return missing(reply, 403, grantOver)
  const object = await inTransaction(services.pool, companyId, (db) => findObject(db, fileId))
  if (address.isPicture && !shownInline.has(object?.content_type ?? '')) return missing(reply, 404, '图片不存在')
  const isGone =
    object?.state !== objectState.stored || (object.expires_at !== null && object.expires_at.getTime() <= databaseNow().getTime())
  if (isGone) return missing(reply, 404, '文件不存在或已过期')
  const { name, receipt: asked } = request.query
  const how = presentationOf(object, expiresAt, typeof name === 'string' ? name : undefined)
  // The page that asked for it hears that the browser's download has its answer: from now on it may close.
  if (typeof asked === 'string' && receipt.test(asked))
    reply.header('set-cookie', `kp-handed-over-${asked}=1; Path=/; Max-Age=120; SameSite=Strict`)
  const elsewhere = await services.blobs.presentedUrl(object.key, how)
  if (elsewhere !== undefined) return reply.header('cache-control', 'private, max-age=60').redirect(elsewhere, 302)
  return sendBytes(request, reply, services, object, how)
}

/** `saveAs`: to be saved, under this name. */
function presentationOf(object: StoredObject, linkEnds: Date, saveAs?: string): Presented {
  const attachment = contentDisposition(saveAs ?? object.name)
  const isInline = saveAs === undefined && shownInline.has(object.content_type)
  return {
    disposition: isInline ? attachment.replace(/^attachment/, 'inline') : attachment,
    contentType: object.content_type,
    expiresAt: new Date(Math.min(linkEnds.getTime(), databaseNow().getTime() + storeAddressSeconds * 1000)),
  }
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs }: RawServices,
  object: StoredObject,
  how: Presented,
): Promise<FastifyReply> {
  const size = await blobs.sizeOf(object.key)
  if (size === undefined) return missing(reply, 404, '文件不存在或已过期')
  const etag = `"${object.id}"`
  reply
    .header('content-type', how.contentType)
    .header('content-disposition', how.disposition)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, max-age=3600, immutable')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : 'whole'
  if (range === 'unsatisfiable') {
    reply.removeHeader('cache-control')
    return missing(reply.header('content-range', `bytes */${size}`), 416, '请求的范围不正确')
  }
  const isPart = range !== 'whole'
  const length = isPart ? range.last - range.first + 1 : size
  reply.header('content-length', length)
  if (isPart) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  // For HEAD the framework would count the body that it gets; an empty stream leaves the length as it is.
  if (request.method === 'HEAD' || length === 0) return reply.send(Readable.from([]))
  return reply.send(await blobs.open(object.key, isPart ? range : undefined))
}

function missing(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ code: status, message, data: null })
}
