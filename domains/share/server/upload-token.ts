import { z } from 'zod'

export const uploadKind = 'upload'

const facts = z.object({
  purpose: z.enum(['attachment', 'document', 'image', 'video', 'audio']),
  limit: z.number().int(),
})

/** What an upload token's row says of the files that it takes. */
export function uploadFacts(stored: Readonly<Record<string, unknown>>) {
  return facts.parse(stored)
}
