import { z } from 'zod'

/** Why somebody gets a certificate, and what is said of it. */
export const earningShape = z.object({
  staffId: z.string(),
  /** Unique for its rule and person: the same again issues nothing. */
  trigger: z.string(),
  /** The exam, course, project or scale. */
  sourceId: z.string().nullable(),
  source: z.string(),
  score: z.string(),
  level: z.string(),
  remark: z.string(),
})
export type Earning = z.output<typeof earningShape>

export interface IssueCounts {
  readonly issuedCount: number
  readonly heldCount: number
  readonly refusedCount: number
  /** Wait for a photo alone. */
  readonly photolessCount: number
}
