import { call, session } from '@kaopei/web/client'
import { viewAs } from '../contract/view-as.ts'

/** The page begins anew as the other person; one's own login waits. */
export async function startLooking(staffId: string, reason: string): Promise<void> {
  const { id, name, token, signKey, expiresAt } = await call(viewAs.start, { staffId, ...(reason && { reason }) })
  session.look({ token, signKey, staffId, expiresAt, viewing: { id, name } })
  window.location.assign('/home')
}

/** Back to oneself, also when the server cannot be told: the other session ends by itself. */
export async function stopLooking(): Promise<void> {
  const id = session.get()?.viewing?.id
  if (!session.stopLooking()) session.clear()
  else if (id) await call(viewAs.end, { id }, { silent: true, timeoutMs: 5_000 }).catch(() => undefined)
  window.location.assign('/home')
}
