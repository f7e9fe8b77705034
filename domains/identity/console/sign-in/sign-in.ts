import { sessionCalls } from '@kaopei/identity/contract/session'
import { call, encryptPassword, type Line, orgDomain, session, startOrAsk } from '@kaopei/web/client'
import { person } from '../own/person.ts'

export interface Credentials {
  readonly account: string
  readonly password: string
  readonly autoLogin: boolean
}

/** Signs in, waiting in line where many do. The password leaves the browser encrypted, anew for each try. Throws ApiError, already shown. */
export async function signIn({ account, password, autoLogin }: Credentials, line: Line): Promise<void> {
  const logIn = async () => {
    const sealed = await encryptPassword(password)
    const input = {
      account: account.trim(),
      password: sealed,
      ...tenant(),
      autoLogin: autoLogin ? 1 : 0,
      system: 'console',
    } as const
    return call(sessionCalls.login, input, { silent: true })
  }
  const answer = await line.enter(sessionCalls.login.facts.path, logIn)
  person.forget()
  session.start(answer)
}

/** The one-time ticket of /home?token=… for a session of one's own; where somebody else is signed in, they are asked. */
export async function exchangeTicket(ticket: string): Promise<void> {
  const answer = await call(sessionCalls.exchangeToken, { token: ticket, ...tenant() })
  const start = () => {
    person.forget()
    session.start(answer)
  }
  await startOrAsk(answer, {
    start,
    end: (loser) => call(sessionCalls.logout, undefined, { silent: true, timeoutMs: 5_000, as: loser }),
  })
}

/** Ends the session here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  session.stopLooking()
  if (session.get()) await call(sessionCalls.logout, undefined, { silent: true, timeoutMs: 5_000 }).catch(() => undefined)
  session.clear()
  person.forget()
}

export function tenant(): { tenantDomain?: string } {
  const tenantDomain = orgDomain()
  return tenantDomain ? { tenantDomain } : {}
}

/** Where to go after the login: only ever a path of this app. */
export function landingPath(asked: string | null): string {
  const isInApp = asked !== null && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/login')
  return isInApp ? asked : '/home'
}
