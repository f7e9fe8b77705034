import type { LoginAnswer } from '@kaopei/web/candidate'
import { session } from '@kaopei/web/client'
import { mustChangePassword } from './password-state.ts'

/** However somebody came in: the password first where it must be changed, then the session. */
export function startSession(answer: LoginAnswer): void {
  mustChangePassword.set(answer.changePasswordFlag === '0')
  session.start(answer)
}
