import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told once when somebody has done all that a project requires, also after it was taken back. */
export const projectCompleted = event({
  name: 'training.projectCompleted',
  payload: z.object({ projectId: z.string(), staffId: z.string() }),
})

/** Told when the list of an offline session was closed. */
export const sessionHeld = event({
  name: 'training.sessionHeld',
  payload: z.object({ projectId: z.string(), taskId: z.string() }),
})
