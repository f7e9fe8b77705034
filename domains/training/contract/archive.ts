/** What an archived project keeps: its outline and totals as they were. */
import { id, instant } from '@kaopei/contract'
import { z } from 'zod'

const frozenTask = z.object({
  id,
  slot: z.int(),
  title: z.string(),
  kind: z.string(),
  isRequired: z.boolean(),
  isForChosen: z.boolean(),
  weight: z.int(),
})

/** Column `archive.snapshot`. */
export const archiveSnapshot = z.object({
  name: z.string(),
  beginAt: instant.nullable(),
  endAt: instant.nullable(),
  endedAt: instant.nullable(),
  staffCount: z.int(),
  completeCount: z.int(),
  stages: z.array(
    z.object({
      id,
      title: z.string(),
      weight: z.int(),
      opensAt: instant.nullable(),
      opensAfterDays: z.int().nullable(),
      endsAt: instant.nullable(),
      endsAfterDays: z.int().nullable(),
      tasks: z.array(frozenTask),
    }),
  ),
})
export type ArchiveSnapshot = z.output<typeof archiveSnapshot>
