import type { SealRow } from './seal.sql.ts'

/**
 * The link whose head the candidate saw: the first after the hand-in, whatever has come since. An attempt that was opened again has links of earlier
 * hand-ins before it.
 */
export function handInSeal<Seal extends Pick<SealRow, 'at'>>(submittedAt: Date | null, seals: readonly Seal[]): Seal | undefined {
  return seals.find(({ at }) => submittedAt !== null && at >= submittedAt)
}
