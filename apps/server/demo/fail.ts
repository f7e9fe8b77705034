import type { ErrorDef } from '@kaopei/contract'
import type { Fail } from '@kaopei/server'

/** The demo asks for nothing that may be refused. */
export const fail: Fail<ErrorDef> = ({ text }) => {
  throw new Error(text)
}
