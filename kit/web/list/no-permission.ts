import type { Endpoint, Right } from '@kaopei/contract'
import { may } from '../client/access.ts'
import { toast } from '../notify.tsx'

/** A click without the right warns in these words of the specification (ERR-011) and does nothing. */
export function mayOrWarn(right: Right | readonly Right[] | Endpoint | string): boolean {
  if (may(right)) return true
  toast.warning('no permission')
  return false
}
