import { event } from '@kaopei/server'
import { z } from 'zod'

const ofLearner = z.object({ courseId: z.string(), staffId: z.string() })

/** Told once for each task that somebody completes, also after it was taken back. */
export const taskCompleted = event({ name: 'course.taskCompleted', payload: ofLearner.extend({ taskId: z.string() }) })

/** Told when everything required is complete. */
export const courseCompleted = event({ name: 'course.courseCompleted', payload: ofLearner })

/** Told when a completion was taken back: a result that no longer stands, or something required that is new and owed. */
export const courseReopened = event({ name: 'course.courseReopened', payload: ofLearner })
