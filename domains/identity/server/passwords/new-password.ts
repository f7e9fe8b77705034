import { protocolErrors } from '@kaopei/contract'
import type { FailureDetail } from '@kaopei/server'
import { identityErrors } from '../../contract/errors.ts'
import { passwordProblem } from '../../contract/password.ts'
import type { PasswordKeys } from './password-keys.ts'

type FailNewPassword = (error: typeof identityErrors.badCipher | typeof protocolErrors.invalid, detail?: FailureDetail) => never

/** The new password inside the cipher (`about`: what others know of its account), when it satisfies the rule; else the request ends with what is wrong, on its field. */
export function readNewPassword(
  keys: PasswordKeys,
  cipher: string,
  fail: FailNewPassword,
  about: readonly string[] = [],
): string {
  const password = keys.decrypt(cipher)
  if (password === undefined) return fail(identityErrors.badCipher)
  const message = passwordProblem(password, about)
  if (message !== undefined)
    return fail(protocolErrors.invalid, { text: message, data: { fields: [{ path: 'newPassword', message }] } })
  return password
}
