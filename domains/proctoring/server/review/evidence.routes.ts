import { Readable } from 'node:stream'
import { findKept, rangeOf } from '@kaopei/files/server'
import type { RawServices } from '@kaopei/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { piecePath } from '../pieces/piece-address.ts'
import { frameOfKey } from '../pieces/piece-key.ts'
import { endings } from '../rules/media-type.ts'
import { readEvidenceToken } from './evidence-link.ts'
import { noteSight } from './sight.sql.ts'

interface EvidenceRoute {
  Params: { '*': string }
}

/** Films' pieces and pictures for those who review them. Never from the store itself: what leaves it has an end here. */
export function addEvidenceRoute(app: FastifyInstance, services: RawServices): void {
  app.get<EvidenceRoute>(`${piecePath}/*`, (request, reply) => sendEvidence(request, reply, services))
}

const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]))

interface Bytes {
  readonly size: number
  readonly type: string
  readonly open: (range?: Parameters<RawServices['evidence']['open']>[1]) => Promise<Readable>
}

/** Of pieces and films where recordings lie, of frames where files do. */
async function findBytes(services: RawServices, key: string): Promise<Bytes | undefined> {
  const frame = frameOfKey(key)
  if (frame) {
    const kept = await findKept(services, frame)
    return kept && { size: kept.sizeBytes, type: kept.contentType, open: kept.open }
  }
  const size = await services.evidence.sizeOf(key)
  if (size === undefined) return undefined
  const type = types.get(key.slice(key.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
  return { size, type, open: (range) => services.evidence.open(key, range) }
}

async function sendEvidence(
  request: FastifyRequest<EvidenceRoute>,
  reply: FastifyReply,
  services: RawServices,
): Promise<FastifyReply> {
  const link = readEvidenceToken(services.secret, request.params['*'])
  if (!link) return missing(reply, 404, '文件不存在')
  if (link.isOver) return missing(reply, 403, '链接已过期，请重新打开页面')
  const found = await findBytes(services, link.key)
  if (!found) return missing(reply, 404, '文件不存在或已过期')
  const { size, type } = found
  const range = rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') return missing(reply.header('content-range', `bytes */${size}`), 416, '请求的范围不正确')
  const isPart = range !== 'whole'
  const length = isPart ? range.last - range.first + 1 : size
  reply.headers({
    'content-type': type,
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-length': length,
  })
  if (isPart) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  // For HEAD the framework would count the body that it gets; an empty stream leaves the length as it is.
  if (request.method === 'HEAD' || length === 0) return reply.send(Readable.from([]))
  const body = await found.open(isPart ? range : undefined)
  // A film is fetched in parts: its beginning is a look, the others belong to it, and none goes unseen.
  await noteSight(services, link, !isPart || range.first === 0)
  return reply.send(body)
}

function missing(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ code: status, message, data: null })
}
