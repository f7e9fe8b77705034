import { randomBytes, randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { appKeyOf, type Handlers, hashToken, idleLimitMs } from '@kaopei/server'
import { identityErrors } from '../../contract/errors.ts'
import type { sessionCalls } from '../../contract/session.ts'
import { findLastSystem, selectAccount, updateLastSystem } from '../account.sql.ts'
import { companyCardOf, findCompanyOf } from '../company.ts'
import type { PasswordKeys } from '../passwords/password-keys.ts'
import { insertTicket, takeTicket } from '../passwords/ticket.sql.ts'
import { login } from './login.service.ts'
import { openSession } from './open-session.ts'
import { endSession, endViewsOf, livingSessions } from './session.sql.ts'

const ticketSeconds = 60

export const sessionHandlers = (keys: PasswordKeys): Handlers<typeof sessionCalls> => ({
  assemblyInfo: async ({ domain }, { db, fail, now, request, services }) => {
    const company = await findCompanyOf(db, domain, request)
    if (!company) return fail(identityErrors.companyUnknown)
    return {
      publicKey: keys.publicKey,
      appKey: appKeyOf(services.secret),
      serverTime: now,
      platformTitle: company.platformTitle,
      company: companyCardOf(company),
      notice: company.notice,
      features: { programming: company.programming, newPhoneRanges: company.newPhoneRanges },
    }
  },
  login: (input, context) => login(input, context, keys),
  logout: async (_input, { actor, db, now, record }) => {
    const { companyId, staffId: accountId, sessionId } = actor
    await endSession(db, { companyId, accountId, sessionId, reason: 'logout', now })
    await endViewsOf(db, { companyId, impersonatorId: accountId, now })
    record({ targetId: sessionId, targetName: actor.name })
  },
  getCompany: async ({ domain }, { db, fail, request }) => {
    const company = await findCompanyOf(db, domain, request)
    return company ? companyCardOf(company) : fail(identityErrors.companyUnknown)
  },
  getLastSystem: async (_input, { actor, db }) => {
    const system = await findLastSystem(db, actor.staffId)
    return { system: system === 'console' || system === 'candidate' ? system : null }
  },
  changeToken: async ({ system }, { actor, db, now, record }) => {
    const { companyId, staffId: accountId, sessionId } = actor
    const token = randomBytes(32).toString('base64url')
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
    await insertTicket(db, {
      companyId,
      id,
      kind: 'login',
      accountId,
      secretHash: hashToken(token),
      payload: { sessionId },
      now,
      expiresAt,
    })
    if (system) await updateLastSystem(db, accountId, system)
    record({ targetId: id })
    return { token, expiresAt }
  },
  /** The new session ends when the one that asked for the ticket would have ended; one that has ended gives no new one. */
  exchangeToken: async (
    { token, tenantDomain, system },
    { db, enterCompany, fail, limitRate, now, record, refuse, request, services },
  ) => {
    await limitRate(`exchange:${request.network}`, 600, 60)
    const company = await findCompanyOf(db, tenantDomain, request)
    if (!company) return fail(identityErrors.companyUnknown)
    await enterCompany(company.id)
    const ticket = await takeTicket(db, { companyId: company.id, kind: 'login', secretHash: hashToken(token), now })
    if (!ticket) return fail(identityErrors.ticketInvalid)
    const account = await selectAccount(db, ticket.accountId)
    const living = await livingSessions(db, { companyId: company.id, accountId: account.id, now, idleLimitMs })
    const former = living.find((session) => session.id === ticket.payload.sessionId)
    if (!former || !account.isEnabled) return refuse(identityErrors.ticketInvalid)
    if (company.isClosed) return refuse(identityErrors.companySuspended)
    const { expiresAt, isKept } = former
    const entering = { companyId: company.id, account, request, system, expiresAt, isKept, now }
    const { sessionId, answer } = await openSession(db, services.secret, entering)
    const by = { companyId: company.id, id: account.id, name: account.name }
    record({ by, targetId: sessionId, targetName: account.name, reason: 'ticket' })
    return answer
  },
  listSessions: async (_input, { actor, db, now }) => {
    const sessions = await livingSessions(db, { companyId: actor.companyId, accountId: actor.staffId, now, idleLimitMs })
    return sessions.map((session) => ({ ...session, isCurrent: session.id === actor.sessionId }))
  },
  kickSession: async ({ id }, { actor, db, fail, now, record }) => {
    const { companyId, staffId: accountId } = actor
    const isEnded = await endSession(db, { companyId, accountId, sessionId: id, reason: 'kicked', now })
    if (!isEnded) return fail(protocolErrors.notFound)
    record({ targetId: id, targetName: actor.name })
  },
})
