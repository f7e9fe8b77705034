import type { OutputOf } from '@kaopei/contract'
import type { sessionCalls } from '@kaopei/identity/contract/session'
import { session } from '@kaopei/web/client'
import { mustChangePassword } from './password-state.ts'

/** However somebody came in: the password first where it must be changed, then the session. */
export function startSession(answer: OutputOf<typeof sessionCalls.login>): void {
  mustChangePassword.set(answer.changePasswordFlag === '0')
  session.start(answer)
}
