/** The heat map of a task: which seconds or pages people saw, saw again, passed over, and where they stopped. */
import { endpoint, id, instant, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { progressMenu } from './menus.ts'
import { progressErrors } from './progress-errors.ts'

/** However long a film is. */
export const mostBuckets = 200

export const heatBucket = z.object({
  /** Seconds, or pages from 0; `until` is behind the last. */
  from: z.int(),
  until: z.int(),
  /** People, on the average of these seconds or pages. */
  seenCount: z.int(),
  againCount: z.int(),
  /** Saw something later without having seen this. */
  skippedCount: z.int(),
  /** Have not completed the task and were here last. */
  leftCount: z.int(),
  /** Of pages: seconds in view of those who saw it, on the average; null where nobody did. */
  averageSeconds: z.int().nullable(),
})
export type HeatBucket = z.output<typeof heatBucket>

export const heat = {
  map: endpoint({
    path: '/api/v1/course/progress/heatMap',
    summary: '任务热力图',
    access: progressMenu.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ courseId: id, taskId: id }),
    output: z.object({
      asOf: instant,
      /** `block`: of a micro-course or a package; `none`: nothing of it is measured. */
      unit: z.enum(['second', 'page', 'block', 'none']),
      isTooFew: z.boolean(),
      /** Who has begun the version that most have. */
      peopleCount: z.int(),
      /** Who has another version: not counted. */
      otherCount: z.int(),
      buckets: z.array(heatBucket),
    }),
    errors: [protocolErrors.notFound, progressErrors.noTask],
  }),
}
