import { id } from '@kaopei/contract'
import { event } from '@kaopei/server'
import { z } from 'zod'

/** Learners see another version from now on: what is derived of their events is derived anew. */
export const coursePublished = event({
  name: 'course.published',
  payload: z.object({ courseId: id, versionId: id, forCompleted: z.enum(['keep', 'owe']) }),
})
