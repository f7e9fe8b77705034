import type { Module } from '@kaopei/server'

export { courseCompleted, taskCompleted } from './events.ts'
export { deriveEnrolment } from './learning/derive.ts'
export { learningModule } from './learning/module.ts'
export { type Chapter, type Outline, outlineOf, publishedOutline, type TaskRow } from './outline/outline.sql.ts'

export const courseModule: Module = { endpoints: [] }
