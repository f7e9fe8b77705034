/** The server's word that it holds an answer durably; made of stored values alone, so the same write earns the same receipt. */
import { createHmac } from 'node:crypto'

export interface Receipted {
  readonly sittingId: string
  readonly slot: number
  readonly rev: number
  readonly option: number | null
  readonly savedAt: Date
}

export function receiptOf({ secret }: { readonly secret: string }, { sittingId, slot, rev, option, savedAt }: Receipted): string {
  const text = `evaluation receipt|${sittingId}|${slot}|${rev}|${option ?? ''}|${savedAt.toISOString()}`
  return createHmac('sha256', secret).update(text).digest('hex')
}
