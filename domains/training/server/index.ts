import type { Module } from '@kaopei/server'
import { projectCompleted, sessionHeld } from './events.ts'

export { projectCompleted, sessionHeld } from './events.ts'
export { registerProjectTaskKind } from './task-kinds.ts'

export const trainingModule: Module = { endpoints: [], events: [projectCompleted, sessionHeld] }
