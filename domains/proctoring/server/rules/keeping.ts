import type { z } from 'zod'
import type { keepingState } from '../../contract/retention.ts'

interface Kept {
  readonly deletesAt: Date
  readonly isHeld: boolean
  readonly deletedAt: Date | null
}

/** Where recordings stand: whatever holds them holds them beyond their time, and nothing brings back what is gone. */
export function keepingOf({ deletesAt, isHeld, deletedAt }: Kept, now: Date): z.output<typeof keepingState> {
  if (deletedAt !== null) return 'deleted'
  if (isHeld) return 'held'
  return deletesAt <= now ? 'due' : 'kept'
}
