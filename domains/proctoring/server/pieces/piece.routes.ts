import type { Readable } from 'node:stream'
import { isFullDisk } from '@kaopei/files/server'
import { databaseNow, endConnection, inTransaction, isFromNetwork, type RawServices, Trickle } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endingOf, hasBytesOf, mediaTypeOf, mostBytes } from '../rules/media-type.ts'
import { type NamedPiece, readPiece } from '../rules/piece-named.ts'
import { mayStillBring } from '../rules/span.ts'
import { type AttemptFacts, AttemptFactsCache } from './attempt-facts.ts'
import { addDirectRoute } from './direct.routes.ts'
import { busy, isWanted, mostBytesNow, noAddress, noteChanged, type Problem, pieceOf } from './incoming.ts'
import { noteFaults } from './own-faults.sql.ts'
import { type OwnFault, ownFaults } from './own-faults.ts'
import { addPieces, type Outcome } from './piece.sql.ts'
import { mayBring, type NamedAddress, type PieceAddress, piecePath, readPieceToken } from './piece-address.ts'
import { pieceKey } from './piece-key.ts'
import { headOf, readAll, release } from './read-all.ts'
import { busyFrom, tellLoad } from './tell-load.ts'
import { noteLoad } from './watch.sql.ts'

interface PieceRoute {
  Params: { '*': string }
  Querystring: Readonly<Record<string, unknown>>
  Body: Readable | undefined
}

/** Where pieces come in (README): durable, then acknowledged. */
export function addPieceRoute(app: FastifyInstance, services: RawServices): void {
  serverLoad.watch()
  const telling = tellLoad(serverLoad, {
    tell: (level) => inTransaction(services.pool, undefined, (db) => noteLoad(db, level)),
    write: (faults) => writeFaults(services, faults),
  })
  app.addHook('onClose', async () => clearInterval(telling))
  const attempts = new AttemptFactsCache()
  // A scope of its own: here a body is a stream, which nobody reads before the answer is known to depend on it.
  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put<PieceRoute>(`${piecePath}/*`, { bodyLimit: mostBytes.film }, async (request, reply) => {
      const [token = '', ...path] = request.params['*'].split('/')
      const whose = readPieceToken(services.secret, token)
      const problem = whose ? await takePiece(request, services, { address: whose, path, attempts }) : noAddress
      if (problem) return refuse(reply, problem, whose)
      return reply.header('cache-control', 'no-store').send(envelope(0, 'success', whose))
    })
    ready()
  })
  addDirectRoute(app, services, attempts)
}

/** One statement for each company; what one does not take comes again with all. */
async function writeFaults({ pool }: Pick<RawServices, 'pool'>, faults: readonly OwnFault[]): Promise<void> {
  for (const [companyId, theirs] of Map.groupBy(faults, ({ companyId: of }) => of))
    await inTransaction(pool, companyId, (db) => noteFaults(db, theirs))
}

interface Addressed {
  readonly address: NamedAddress
  /** What the rest of the address says of the piece. */
  readonly path: string[]
  readonly attempts: AttemptFactsCache
}

/** So many in each turn of the event loop: whoever saves an answer meanwhile finds short ones. */
const beginning = new Trickle(4)

async function takePiece(
  request: FastifyRequest<PieceRoute>,
  services: RawServices,
  { address, path, attempts }: Addressed,
): Promise<Problem | undefined> {
  if (serverLoad.level >= busyFrom) return busy
  // Until then nothing of the body is read. How long that takes is how busy the server is: clients thin out by it, and from `busyFrom` on come again.
  serverLoad.note('line', await beginning.turn())
  const named = readPiece(path, request.query)
  if (!named) return { status: 400, message: '请求的地址不正确' }
  if (!mayBring(address, named)) return { status: 403, message: '此地址不接收这类数据' }
  const facts = await serverLoad.timed('pool', () => attempts.of(services, address))
  const now = databaseNow()
  if (!facts || !mayStillBring(facts, now)) return noAddress
  if (!isWanted(named, facts)) return { status: 403, message: '本场考试不采集这类数据' }
  const taken = await takeBytes(request, named)
  if ('status' in taken) return taken
  return keep(services, { address, facts, now, named, taken })
}

const noSpace: Problem = { status: 507, message: '存储空间不足，请联系管理员' }

const tooLarge: Problem = { status: 413, message: '数据过大' }

interface Taken {
  readonly chunks: readonly Buffer[]
  readonly sizeBytes: number
  readonly contentType: string
  /** It came over the network: its memory is nobody else's. Within the process a caller sends bytes that stay its own. */
  readonly isOurs: boolean
}

/** At most 4 MiB, so it is held in memory: nothing is written before it is known to be what it says. */
async function takeBytes(request: FastifyRequest<PieceRoute>, named: NamedPiece): Promise<Taken | Problem> {
  const { body, headers } = request
  const type = named.isStill ? 'video/webm' : mediaTypeOf(named.kind, headers['content-type'])
  if (type === undefined) return { status: 415, message: '不支持的格式' }
  if (Number(headers['content-length']) > mostBytes[named.kind]) return tooLarge
  const read = await readAll(body, mostBytes[named.kind])
  if (read === 'tooLarge') return tooLarge
  if (read === 'broken') return { status: 400, message: '数据不完整，请重新上传' }
  const { chunks, sha256, sizeBytes } = read
  if (sha256 !== named.sha256 || named.isStill !== (sizeBytes === 0)) return { status: 422, message: '数据校验不一致' }
  if (!named.isStill && !hasBytesOf(type, headOf(chunks))) return { status: 415, message: '内容与格式不符' }
  return { chunks, sizeBytes, contentType: type, isOurs: isFromNetwork(request) }
}

interface Arrived {
  readonly address: PieceAddress
  readonly facts: AttemptFacts
  readonly now: Date
  readonly named: NamedPiece
  readonly taken: Taken
}

/** The bytes first: a row says that they are there. */
async function keep(services: RawServices, arrived: Arrived): Promise<Problem | undefined> {
  const { address, facts, named, taken, now } = arrived
  const key = pieceKey({ ...address, startedAt: facts.startedAt, ...named, ending: endingOf(taken.contentType) })
  try {
    if (!named.isStill) await serverLoad.timed('store', () => services.evidence.put(key, taken.chunks, taken.contentType))
    if (taken.isOurs) release(taken.chunks)
  } catch (error) {
    ownFaults.note('storeDown', address, now)
    if (isFullDisk(error)) return noSpace
    throw error
  }
  const piece = pieceOf({ named, sizeBytes: taken.sizeBytes, contentType: taken.contentType }, facts, now)
  const added = { pieces: [piece], mostBytes: mostBytesNow(facts, now), now }
  const [outcome = 'unknown'] = await serverLoad.timed('pool', () => addPieces(services, address, added))
  if (outcome === 'added' || outcome === 'same') return undefined
  if (!named.isStill) await services.evidence.remove(key)
  return refused(services, arrived, outcome)
}

async function refused(services: RawServices, { address, named, now }: Arrived, outcome: Outcome): Promise<Problem> {
  if (outcome === 'full') return { status: 413, message: '本场考试的采集数据已达上限' }
  if (outcome !== 'changed') return noAddress
  await noteChanged(services, address, named, now)
  return { status: 409, message: '该编号的数据已保存，不能更改' }
}

function envelope(code: number, message: string, whose: PieceAddress | undefined) {
  const to = whose && { companyId: whose.companyId, id: whose.attemptId }
  return { code, message, data: { load: serverLoad.tell(to) } }
}

/** The rest of the body is not read: the connection ends with the answer. */
function refuse(reply: FastifyReply, { status, message }: Problem, whose: PieceAddress | undefined): FastifyReply {
  if (status === 503) reply.header('retry-after', '5')
  return endConnection(reply)
    .code(status)
    .header('cache-control', 'no-store')
    .send(envelope(status, message, whose))
}
