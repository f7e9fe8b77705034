/**
 * Pieces that browsers bring to the store themselves (README). One call for several: what has arrived is looked for in the store, kept and acknowledged;
 * what is to come next gets an address each, which takes these bytes and no others.
 */
import type { DirectStore } from '@kaopei/files/server'
import { databaseNow, endConnection, type RawServices } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endingOf, mediaTypeOf, mostBytes } from '../rules/media-type.ts'
import { type NamedPiece, pieceShape, readNamed } from '../rules/piece-named.ts'
import { mayStillBring } from '../rules/span.ts'
import type { AttemptFacts, AttemptFactsCache } from './attempt-facts.ts'
import { GrantedBytes } from './granted-bytes.ts'
import { busy, isWanted, mostBytesNow, noAddress, noteChanged, type Problem, pieceOf } from './incoming.ts'
import { ownFaults } from './own-faults.ts'
import { addPieces, type Outcome } from './piece.sql.ts'
import { mayBring, type NamedAddress, piecePath, readPieceToken } from './piece-address.ts'
import { pieceKey } from './piece-key.ts'
import { busyFrom } from './tell-load.ts'

const addressMs = 15 * 60_000
const mostAtOnce = 20

const told = pieceShape.extend({ sizeBytes: z.int().min(0), contentType: z.string().max(80) })
const report = z.object({
  arrived: z.array(told).max(mostAtOnce),
  wanted: z.array(told).max(mostAtOnce),
})
type Told = z.output<typeof told>

interface Checked {
  readonly named: NamedPiece
  readonly sizeBytes: number
  readonly contentType: string
  readonly key: string
}

interface DirectRoute {
  Params: { '*': string }
}

/** kept; missing: send it again; later: the store did not answer; refused: sending it again would never help. */
type Fate = 'kept' | 'missing' | 'later' | 'refused'

interface Sitter {
  readonly services: RawServices
  readonly store: DirectStore
  readonly address: NamedAddress
  readonly facts: AttemptFacts
  readonly now: Date
}

export function addDirectRoute(app: FastifyInstance, services: RawServices, attempts: AttemptFactsCache): void {
  const granted = new GrantedBytes()
  app.post<DirectRoute>(`${piecePath}/*`, async (request, reply) => {
    const whose = readPieceToken(services.secret, request.params['*'])
    const answer = whose ? await exchange(request, services, { address: whose, attempts, granted }) : noAddress
    return 'status' in answer ? refuse(reply, answer, whose) : send(reply, whose, { code: 0, message: 'success', data: answer })
  })
}

interface Addressed {
  readonly address: NamedAddress
  readonly attempts: AttemptFactsCache
  readonly granted: GrantedBytes
}

async function exchange(request: FastifyRequest<DirectRoute>, services: RawServices, { address, attempts, granted }: Addressed) {
  const store = services.evidence.direct
  if (!store) return noAddress
  if (serverLoad.level >= busyFrom) return busy
  const { data } = report.safeParse(request.body)
  if (!data) return { status: 400, message: '请求的内容不正确' }
  const facts = await serverLoad.timed('pool', () => attempts.of(services, address))
  const now = databaseNow()
  if (!facts || !mayStillBring(facts, now)) return noAddress
  const sitter = { services, store, address, facts, now }
  const arrived = await takeArrived(sitter, data.arrived)
  const places = data.wanted.map((piece) => placeFor(sitter, piece, granted))
  return { arrived, places }
}

/** Undefined: of this address nothing like it is taken. */
function checked({ address, facts }: Sitter, piece: Told): Checked | undefined {
  const named = readNamed(piece)
  if (!named || !mayBring(address, named) || !isWanted(named, facts)) return undefined
  const contentType = named.isStill ? 'video/webm' : mediaTypeOf(named.kind, piece.contentType)
  const { sizeBytes } = piece
  if (contentType === undefined || named.isStill !== (sizeBytes === 0) || sizeBytes > mostBytes[named.kind]) return undefined
  const key = pieceKey({ ...address, startedAt: facts.startedAt, ...named, ending: endingOf(contentType) })
  return { named, sizeBytes, contentType, key }
}

function placeFor(sitter: Sitter, piece: Told, granted: GrantedBytes) {
  const known = checked(sitter, piece)
  if (!known || known.named.isStill) return null
  const { address, facts, now, store } = sitter
  if (!granted.take(address.attemptId, known.sizeBytes, mostBytesNow(facts, now))) return null
  const bytes = { sizeBytes: known.sizeBytes, sha256: known.named.sha256, contentType: known.contentType }
  return store.putUrl(known.key, bytes, new Date(now.getTime() + addressMs))
}

async function takeArrived(sitter: Sitter, pieces: readonly Told[]): Promise<Fate[]> {
  const found = await Promise.all(pieces.map((piece) => findArrived(sitter, piece)))
  const there = found.filter((one) => typeof one !== 'string')
  const outcomes = await keep(sitter, there)
  let next = 0
  return found.map((one) => (typeof one === 'string' ? one : fateOf(outcomes[next++])))
}

async function findArrived(sitter: Sitter, piece: Told): Promise<Checked | 'missing' | 'later' | 'refused'> {
  const known = checked(sitter, piece)
  if (!known) return 'refused'
  const { named, key, sizeBytes } = known
  if (named.isStill) return known
  try {
    const isThere = await serverLoad.timed('store', () => sitter.store.holds(key, { sizeBytes, sha256: named.sha256 }))
    return isThere ? known : 'missing'
  } catch (error) {
    ownFaults.note('storeDown', sitter.address, sitter.now)
    sitter.services.log.warn({ err: error }, 'the store of recordings does not answer')
    return 'later'
  }
}

async function keep({ services, address, facts, now }: Sitter, there: readonly Checked[]): Promise<Outcome[]> {
  if (there.length === 0) return []
  const pieces = there.map((one) => pieceOf(one, facts, now))
  const added = { pieces, mostBytes: mostBytesNow(facts, now), now }
  const outcomes = await serverLoad.timed('pool', () => addPieces(services, address, added))
  for (const [at, { named, key }] of there.entries()) {
    if (fateOf(outcomes[at]) === 'kept') continue
    if (!named.isStill) await services.evidence.remove(key)
    if (outcomes[at] === 'changed') await noteChanged(services, address, named, now)
  }
  return outcomes
}

function fateOf(outcome: Outcome | undefined): Fate {
  return outcome === 'added' || outcome === 'same' ? 'kept' : 'refused'
}

interface Answer {
  readonly code: number
  readonly message: string
  readonly data: object
}

function send(reply: FastifyReply, whose: NamedAddress | undefined, { code, message, data }: Answer): FastifyReply {
  const load = serverLoad.tell(whose && { companyId: whose.companyId, id: whose.attemptId })
  return reply.header('cache-control', 'no-store').send({ code, message, data: { ...data, load } })
}

function refuse(reply: FastifyReply, { status, message }: Problem, whose: NamedAddress | undefined): FastifyReply {
  if (status === 503) reply.header('retry-after', '5')
  return send(endConnection(reply).code(status), whose, { code: status, message, data: {} })
}
