import type { Context } from '@kaopei/server'
import type { z } from 'zod'
import { identityErrors } from '../../contract/errors.ts'
import type { sessionCalls } from '../../contract/session.ts'
import {
  type Account,
  findAccountForLogin,
  findUnknownLogin,
  keepUnknownFailures,
  lockLogin,
  updateFailures,
  updateLastLogin,
} from '../account.sql.ts'
import { findCompanyOf } from '../company.ts'
import { isPassword } from '../passwords/password-hash.ts'
import type { PasswordKeys } from '../passwords/password-keys.ts'
import { takeCipher } from '../passwords/used-cipher.sql.ts'
import { countFailedLogin, isLocked } from '../rules/count-failed-login.ts'
import { openSession, sessionEnd } from './open-session.ts'

type Login = typeof sessionCalls.login
type LoginContext = Context<Login>

/** What fails is what guesses cost: ten thousand who know their passwords may come through one router within a minute. */
const guessesAMinute = 3000
const guessesOf = ({ network }: LoginContext['request']) => `login:${network}`

const nobody = '00000000-0000-0000-0000-000000000000'
const neverFailed = { failedLogins: 0, lockedUntil: null }

/** Whatever is refused counts against the network, also what costs no more than a decryption. */
export async function login(input: z.output<Login['input']>, context: LoginContext, keys: PasswordKeys) {
  await context.checkRate(guessesOf(context.request), guessesAMinute)
  try {
    return await letIn(input, context, keys)
  } catch (error) {
    await context.countRate(guessesOf(context.request), 60)
    throw error
  }
}

/**
 * An account that does not exist goes the same way as a wrong password: the same statements, one argon2 verification, the same count, lock
 * and answer. What is wrong with an account or company is told only to who knows the password.
 */
async function letIn(input: z.output<Login['input']>, context: LoginContext, keys: PasswordKeys) {
  const { db, fail, refuse, request, now, enterCompany, limitRate, record, services } = context
  const opened = keys.open(input.password)
  if (opened === undefined) return fail(identityErrors.badCipher)
  const company = await findCompanyOf(db, input.tenantDomain, request)
  if (!company) return fail(identityErrors.companyUnknown)
  // An account is a company's: the admins of many companies behind one address do not use up one another's tries.
  await limitRate(`login:${request.network}:${company.id}:${input.account.toLowerCase()}`, 20, 60)
  await enterCompany(company.id)
  await lockLogin(db, input.account)
  const account = await findAccountForLogin(db, input.account)
  const unknown = await findUnknownLogin(db, input.account)
  const failures = account ?? unknown ?? neverFailed
  const by = { companyId: company.id, id: account?.id ?? nobody, name: account?.name ?? input.account }
  if (isLocked(failures, now)) {
    record({ by, action: 'loginFailed', targetName: input.account, reason: 'locked' })
    return refuse(identityErrors.locked)
  }
  const isRight = await isPassword(account?.passwordHash ?? null, opened.password)
  if (!account || !isRight) {
    record({ by, action: 'loginFailed', targetName: input.account })
    return refuse(await countFailure(input.account, account, failures, context))
  }
  if (company.isClosed || !account.isEnabled) {
    record({ by, action: 'loginFailed', targetName: input.account, reason: company.isClosed ? 'companySuspended' : 'disabled' })
    return refuse(company.isClosed ? identityErrors.companySuspended : identityErrors.accountDisabled)
  }
  // A copy of what somebody else sent opens nothing, whoever signed it anew.
  if (!(await takeCipher(db, opened, now))) return fail(identityErrors.badCipher)
  await updateLastLogin(db, account.id, input.system, now)
  const isKept = input.autoLogin === 1
  const entering = {
    companyId: company.id,
    account,
    request,
    system: input.system,
    expiresAt: sessionEnd(now, isKept),
    isKept,
    now,
  }
  const { sessionId, answer } = await openSession(db, services.secret, entering)
  record({ by, targetId: sessionId, targetName: account.name })
  return answer
}

async function countFailure(
  loginAccount: string,
  account: Account | undefined,
  before: { failedLogins: number; lockedUntil: Date | null },
  { db, now }: LoginContext,
) {
  const failures = countFailedLogin(before, now)
  if (account) await updateFailures(db, account.id, failures)
  else await keepUnknownFailures(db, loginAccount, failures, now)
  return failures.lockedUntil ? identityErrors.locked : identityErrors.wrongCredentials
}
