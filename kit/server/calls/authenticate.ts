import { type Endpoint, type ErrorDef, protocolErrors, type Right } from '@kaopei/contract'
import type { FastifyRequest } from 'fastify'
import { type Actor, mayUse } from './actor.ts'
import { Failure, ProtocolFailure } from './failure.ts'
import type { Session, SessionCache } from './session-cache.ts'
import { appKeyOf, hashToken, isSignedBy, signKeyOf } from './signature.ts'

/** How far a call's timestamp may be off, either way. */
export const clockToleranceMs = 300_000
export const idleLimitMs = 2 * 60 * 60 * 1000

export interface Gate {
  readonly sessions: SessionCache
  readonly secret: string
}

/** Decides who is calling and whether they may: session, time, signature, idle limit, right; in this order, each with its own code. */
export async function authenticate(
  request: FastifyRequest,
  endpoint: Endpoint,
  gate: Gate,
  now: Date,
): Promise<Actor | undefined> {
  const { access, unsigned, beforePasswordChange, audit } = endpoint.facts
  const token = tokenOf(request)
  if (access === 'public') {
    if (!unsigned) checkSignature(request, publicKeysOf(gate.secret, token), now)
    return undefined
  }
  if (!token) throw new ProtocolFailure(protocolErrors.noSession)
  const session = await gate.sessions.find(hashToken(token), now.getTime())
  const problem = problemOf(session, now, endpoint.facts.whileSuspended ?? false)
  if (problem || !session) throw new Failure(problem ?? protocolErrors.noSession, endedDetail(problem, session))
  checkSignature(request, [keyOf(session, gate.secret, token)], now)
  await touch(request, session, gate, now)
  const actor = beforePasswordChange ? session.actor : await actorNow(session, hashToken(token), gate, now)
  if (!hasAccess(actor, endpoint.facts)) throw new ProtocolFailure(protocolErrors.noPermission)
  if (actor.mustChangePassword && !beforePasswordChange)
    throw new ProtocolFailure(protocolErrors.silent, { data: { mustChangePassword: true } })
  if (actor.impersonatorId && audit !== 'read')
    throw new ProtocolFailure(protocolErrors.noPermission, { text: '以他人视角查看时不能修改数据' })
  return actor
}

/**
 * Whoever has just changed the password asks for the next page before the news of the change has reached this process: where a session is
 * held to the change, it is read again.
 */
async function actorNow(session: Session, hash: string, { sessions }: Gate, now: Date): Promise<Actor> {
  if (!session.actor.mustChangePassword) return session.actor
  sessions.forget(`session:${session.actor.sessionId}`)
  return (await sessions.find(hash, now.getTime()))?.actor ?? session.actor
}

/** Of sessions in memory: derived once, not for every call. */
const signKeys = new WeakMap<Session, string>()

function keyOf(session: Session, secret: string, token: string): string {
  const known = signKeys.get(session)
  if (known !== undefined) return known
  const key = signKeyOf(secret, token)
  signKeys.set(session, key)
  return key
}

export function tokenOf(request: FastifyRequest): string | undefined {
  const { token, authorization } = request.headers
  if (typeof token === 'string' && token) return token
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
}

function problemOf(session: Session | undefined, now: Date, isOpenWhileSuspended: boolean): ErrorDef | undefined {
  if (!session) return protocolErrors.noSession
  if (session.endedReason === 'logout') return protocolErrors.noSession
  const isHeldOpen = session.endedReason === 'suspended' && isOpenWhileSuspended
  if (session.endedReason !== null && !isHeldOpen) return protocolErrors.sessionEnded
  if (session.expiresAt <= now) return protocolErrors.sessionExpired
  if (!session.isKept && now.getTime() - session.lastOperationAt.getTime() > idleLimitMs) return protocolErrors.sessionExpired
  return undefined
}

/** Why a session was ended from elsewhere, where it was not another login: the person must know whom to ask. */
const endedTexts: Readonly<Record<string, string>> = {
  suspended: '企业已停用或服务已到期，请联系管理员',
  disabled: '账号已停用，请联系管理员',
  password: '密码已修改，请重新登录',
  link: '链接已停用，请联系发送链接的人',
}

function endedDetail(problem: ErrorDef | undefined, session: Session | undefined): { text?: string } {
  const text = problem === protocolErrors.sessionEnded ? endedTexts[session?.endedReason ?? ''] : undefined
  return text === undefined ? {} : { text }
}

function hasAccess(actor: Actor, { access, whileConfinedTo }: Endpoint['facts']): boolean {
  if (actor.confinement) return whileConfinedTo === true || whileConfinedTo === actor.confinement.kind
  if (typeof access === 'string') return true
  const holds = ({ code, isOfPlatform }: Right) => mayUse(actor, code) && (actor.isPlatform || !isOfPlatform)
  return 'code' in access ? holds(access) : access.some(holds)
}

/** Whoever is signed in may sign a public call with the session's key as all others; nobody else can derive that key from a token. */
function publicKeysOf(secret: string, token: string | undefined): string[] {
  return token === undefined ? [appKeyOf(secret)] : [appKeyOf(secret), signKeyOf(secret, token)]
}

function checkSignature(request: FastifyRequest, keys: readonly string[], now: Date): void {
  const { timestamp, sign } = request.headers
  if (typeof timestamp !== 'string' || typeof sign !== 'string') throw new ProtocolFailure(protocolErrors.badSignature)
  if (!(Math.abs(now.getTime() - Number(timestamp)) <= clockToleranceMs)) {
    throw new ProtocolFailure(protocolErrors.clockOff, { data: { serverTime: now.toISOString() } })
  }
  const isRaw = Boolean(request.headers['content-type']?.startsWith('multipart/'))
  const body = isRaw || request.method === 'GET' ? undefined : request.body
  const call = { method: request.method, url: request.url, timestamp, body, sign }
  if (!keys.some((key) => isSignedBy(key, call))) throw new ProtocolFailure(protocolErrors.badSignature)
}

/** The person's last input as they tell it; a time in the future counts as now. */
async function touch(request: FastifyRequest, session: Session, gate: Gate, now: Date): Promise<void> {
  const told = Number(request.headers['last-operation-time'])
  const at = Number.isFinite(told) && told > 0 ? new Date(Math.min(told, now.getTime())) : now
  await gate.sessions.touch(session, at)
}
