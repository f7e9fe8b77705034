import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { openStored } from '@kaopei/files/server'
import type { RawServices } from '@kaopei/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from './content-types.ts'
import type { FoundEntry } from './entry.sql.ts'
import type { PackageAddress } from './package-link.ts'

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * An entry as it lies in the archive. What is deflated there goes out as gzip, which is the same bytes between a header and a sum: nothing is unpacked
 * here, whatever it would grow to.
 */
export async function sendEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  services: RawServices,
  { companyId, entry }: Pick<PackageAddress, 'companyId'> & { entry: FoundEntry },
): Promise<FastifyReply> {
  const { fileId, firstByte, method, path, sizeBytes, storedBytes } = entry
  reply.header('content-type', contentTypeOf(path)).header('cache-control', 'private, max-age=3600')
  const open = (first: number, count: number) =>
    count === 0
      ? Promise.resolve(Readable.from([]))
      : openStored(services, { companyId, fileId }, { first: firstByte + first, last: firstByte + first + count - 1 })
  if (method === 0) return sendStored(request, reply, sizeBytes, open)
  const stored = await open(0, storedBytes)
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'accept-encoding')
  if (takesGzip)
    return reply.header('content-encoding', 'gzip').send(Readable.from(gzipped(stored, entry), { objectMode: false }))
  const inflate = createInflateRaw()
  stored.once('error', (error) => inflate.destroy(error))
  return reply.send(Readable.from(atMost(stored.pipe(inflate), sizeBytes), { objectMode: false }))
}

async function* gzipped(stored: Readable, { crc32, sizeBytes }: FoundEntry): AsyncGenerator<Buffer> {
  yield gzipHeader
  yield* stored
  const sum = Buffer.alloc(8)
  sum.writeUInt32LE(crc32, 0)
  sum.writeUInt32LE(sizeBytes % 2 ** 32, 4)
  yield sum
}

/** No more than the directory said. */
async function* atMost(source: Readable, bytes: number): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const chunk of source) {
    const part: Buffer = chunk
    sent += part.length
    if (sent > bytes) throw new Error('an entry of a package is larger than its directory says')
    yield part
  }
}

/** Films and sounds are stored as they are: players ask for parts of them. */
async function sendStored(
  { headers: { range } }: FastifyRequest,
  reply: FastifyReply,
  size: number,
  open: (first: number, count: number) => Promise<Readable>,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes')
  const [, from = '', until = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && until === '') return reply.header('content-length', size).send(await open(0, size))
  const first = from === '' ? Math.max(0, size - Number(until)) : Number(from)
  const last = from === '' || until === '' ? size - 1 : Math.min(Number(until), size - 1)
  if (first > last) return reply.code(416).header('content-range', `bytes */${size}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${size}`)
    .header('content-length', last - first + 1)
    .send(await open(first, last - first + 1))
}
