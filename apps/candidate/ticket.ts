import { sessionCalls } from '@kaopei/identity/contract/session'
import { assemblyInfo, call, createStore, orgDomain, startOrAsk } from '@kaopei/web/client'
import { startSession } from './start-session.ts'

const linkPages: readonly string[] = ['/candidate/join', '/candidate/questionnaire', '/candidate/evaluate']

/** The one-time ticket with which the console opens this client. It leaves the address at once, so that no screen, copy or referrer has it. */
const ticket = takeFromAddress()

/** A ticket is being exchanged: neither the login nor a page is shown meanwhile. */
export const isEntering = createStore(ticket !== undefined)

if (ticket !== undefined) void exchange(ticket)

function takeFromAddress(): string | undefined {
  const url = new URL(location.href)
  // Of links of exams, questionnaires and evaluations: no ticket, and asked for again after a reload.
  if (linkPages.includes(url.pathname.replace(/\/+$/, ''))) return undefined
  const token = url.searchParams.get('token')
  if (token === null) return undefined
  url.searchParams.delete('token')
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`)
  return token === '' ? undefined : token
}

async function exchange(token: string): Promise<void> {
  try {
    await assemblyInfo()
    const tenantDomain = orgDomain()
    const input = { token, system: 'candidate' as const, ...(tenantDomain && { tenantDomain }) }
    const answer = await call(sessionCalls.exchangeToken, input)
    await startOrAsk(answer, {
      start: () => startSession(answer),
      end: (loser) => call(sessionCalls.logout, {}, { silent: true, timeoutMs: 5_000, as: loser }),
    })
  } catch {
    // The client has shown why; a login that was there before goes on, otherwise the form asks for one.
  } finally {
    isEntering.set(false)
  }
}
