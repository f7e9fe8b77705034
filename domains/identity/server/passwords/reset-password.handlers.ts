import { randomUUID } from 'node:crypto'
import { type Context, enqueue, type Handlers, hashToken, job } from '@kaopei/server'
import { z } from 'zod'
import { contactChannel } from '../../contract/contact.ts'
import { identityErrors } from '../../contract/errors.ts'
import type { resetPasswordCalls } from '../../contract/reset-password.ts'
import { findAccountForLogin, lockLogin, updatePasswords } from '../account.sql.ts'
import { selectCompany } from '../company.sql.ts'
import { findCompanyOf } from '../company.ts'
import { endSessionsOf } from '../sessions/session.sql.ts'
import { findContacts } from '../staff-card.sql.ts'
import { channelsOfCodes, codeExpiry, isRightCode, secondsBetweenCodes, sendCode } from './code.service.ts'
import { readNewPassword } from './new-password.ts'
import { hashPassword } from './password-hash.ts'
import type { PasswordKeys } from './password-keys.ts'
import { openProof } from './reset-proof.ts'
import { takeTicket } from './ticket.sql.ts'

type Calls = typeof resetPasswordCalls
const proofMinutes = 10
const nobody = '00000000-0000-0000-0000-000000000000'

/** Looks the account up in the background, so that the call does the same for accounts that exist and for those that do not. */
export const resetCodeJob = job({
  name: 'identity.sendResetCode',
  payload: z.object({ ticketId: z.uuid(), account: z.string(), channel: contactChannel.schema, at: z.coerce.date() }),
  run: ({ ticketId, account: loginAccount, channel, at }, { companyId, services, transaction }) =>
    transaction(async (db) => {
      const account = await findAccountForLogin(db, loginAccount)
      if (!account?.isEnabled) return
      const contacts = await findContacts(db, account.id)
      const address = channel === contactChannel.sms ? contacts.phone : contacts.email
      if (address === null) return
      await sendCode(db, services.secret, {
        companyId,
        kind: 'reset',
        accountId: account.id,
        channel,
        address,
        now: at,
        ticketId,
      })
    }),
})

export const resetPasswordHandlers = (keys: PasswordKeys): Handlers<Calls> => ({
  checkAccount: async (input, context) => {
    await enter(input, context)
    const working = await channelsOfCodes(context.db, context.services)
    const offered = contactChannel.options.filter(({ value }) => working.some((channel) => channel === value))
    return { channels: offered.map(({ value, label }) => ({ channel: value, label })) }
  },
  sendResetCode: async (input, context) => {
    const { db, fail, limitRate, now, record, request, services } = context
    const companyId = await enter(input, context)
    await limitRate(`reset-code-day:${request.network}`, 200, 86_400)
    if (!(await channelsOfCodes(db, services)).includes(input.channel)) return fail(identityErrors.channelOff)
    const account = input.account.toLowerCase()
    await limitRate(`reset-code:${companyId}:${account}`, 1, secondsBetweenCodes)
    await limitRate(`reset-code-day:${companyId}:${account}`, 10, 86_400)
    await enqueue(db, resetCodeJob, companyId, { ticketId: randomUUID(), account, channel: input.channel, at: now.toISOString() })
    record({ by: { companyId, id: nobody, name: input.account }, targetName: input.account })
    return { expiresAt: codeExpiry(now), retryAfterSeconds: secondsBetweenCodes }
  },
  checkPin: async (input, context) => {
    const { db, limitRate, now, record, refuse, request, services } = context
    const companyId = await enter(input, context)
    await limitRate(`reset-pin:${companyId}:${input.account.toLowerCase()}`, 20, 600)
    await limitRate(`reset-pin:${request.network}`, 300, 600)
    // By the name, as at the login: rows to lock are there only of accounts that are.
    await lockLogin(db, input.account)
    const account = await findAccountForLogin(db, input.account)
    const accountId = account?.id ?? nobody
    const isRight = await isRightCode(db, services.secret, { companyId, kind: 'reset', accountId, pin: input.pin, now })
    const by = { companyId, id: accountId, name: account?.name ?? input.account }
    record({ by, targetName: input.account, ...(!isRight && { action: 'checkCodeFailed' }) })
    if (!isRight) return refuse(identityErrors.pinWrong)
    const expiresAt = new Date(now.getTime() + proofMinutes * 60_000)
    return { proof: await openProof(db, accountId, { now, expiresAt }), expiresAt }
  },
  /** The proof also ends a lock; all sessions of the account end. */
  resetPassword: async (input, context) => {
    const { db, fail, limitRate, now, record, request } = context
    const companyId = await enter(input, context)
    await limitRate(`reset-password:${request.network}`, 300, 600)
    await lockLogin(db, input.account)
    const { domain } = await selectCompany(db)
    const password = readNewPassword(keys, input.newPassword, fail, [input.account, domain])
    const ticket = await takeTicket(db, { companyId, kind: 'proof', secretHash: hashToken(input.proof), now })
    const account = await findAccountForLogin(db, input.account)
    if (!ticket || !account?.isEnabled || account.id !== ticket.accountId)
      return fail(identityErrors.ticketInvalid, { text: '链接或验证已失效，请重新获取验证码，或联系管理员' })
    await updatePasswords(db, [{ id: account.id, hash: await hashPassword(password), strength: 1, mustChange: false }])
    await endSessionsOf(db, [account.id], 'password')
    record({ by: { companyId, id: account.id, name: account.name }, targetId: account.id, targetName: account.name })
  },
})

type AnyContext = { readonly [Name in keyof Calls]: Context<Calls[Name]> }[keyof Calls]

async function enter(input: { readonly tenantDomain?: string | undefined }, context: AnyContext): Promise<string> {
  const company = await findCompanyOf(context.db, input.tenantDomain, context.request)
  if (!company) return context.fail(identityErrors.companyUnknown)
  await context.enterCompany(company.id)
  return company.id
}
