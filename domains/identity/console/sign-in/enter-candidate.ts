import { sessionCalls } from '@kaopei/identity/contract/session'
import { call } from '@kaopei/web/client'

/** Another app of the same origin has a session of its own: it gets a one-time ticket, never this session's token. */
export async function enterCandidate(): Promise<void> {
  const { token } = await call(sessionCalls.changeToken, { system: 'candidate' })
  window.location.assign(`/candidate/?token=${encodeURIComponent(token)}`)
}
