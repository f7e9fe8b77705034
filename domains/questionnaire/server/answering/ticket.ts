/**
 * What lets one anonymous sheet in. Its heart is a random text that only the browser of the person has; the database keeps two hashes of it that cannot
 * be compared: one beside who has claimed, one among the tickets that were spent. Whoever has neither the browser nor the server's secret
 * cannot join them, and whoever has the secret still lacks the random text.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

type Secret = { readonly secret: string }

export interface Ticket {
  readonly companyId: string
  readonly questionnaireId: string
  /** The browser's random text. */
  readonly heart: string
}

const shape = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9A-Za-z_-]{32,64})\.([0-9a-f]{64})$/

export function ticketOf({ secret }: Secret, { companyId, questionnaireId, heart }: Ticket): string {
  const text = `${companyId}.${questionnaireId}.${heart}`
  return `${text}.${sealOf(secret, 'ticket', text)}`
}

/** Undefined for anything that this deployment did not give. */
export function readTicket({ secret }: Secret, given: string): Ticket | undefined {
  const [, companyId = '', questionnaireId = '', heart = '', seal = ''] = shape.exec(given) ?? []
  if (!companyId) return undefined
  const expected = sealOf(secret, 'ticket', `${companyId}.${questionnaireId}.${heart}`)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(seal)) ? { companyId, questionnaireId, heart } : undefined
}

/** `claimed` stands beside the person, `spent` among the tickets. */
export function heartHash(
  { secret }: Secret,
  use: 'claimed' | 'spent',
  { questionnaireId, heart }: Omit<Ticket, 'companyId'>,
): string {
  return sealOf(secret, use, `${questionnaireId}.${heart}`)
}

function sealOf(secret: string, use: string, text: string): string {
  return createHmac('sha256', secret).update(`questionnaire ${use}\n${text}`).digest('hex')
}
