import { event } from '@kaopei/server'
import { z } from 'zod'

/** Told once when somebody has done all that a project requires, also after it was taken back. */
export const projectCompleted = event({
  name: 'training.projectCompleted',
  payload: z.object({ projectId: z.string(), staffId: z.string() }),
})

/** Told when a completion was taken back: a result that no longer stands, or something required that is new and owed. */
export const projectReopened = event({
  name: 'training.projectReopened',
  payload: z.object({ projectId: z.string(), staffId: z.string() }),
})

/** Told when the list of an offline session was closed. */
export const sessionHeld = event({
  name: 'training.sessionHeld',
  payload: z.object({ projectId: z.string(), taskId: z.string() }),
})
