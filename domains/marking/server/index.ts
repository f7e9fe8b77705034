import type { Module } from '@kaopei/server'
import { followVoided, openTasksOfScored } from './open-tasks.ts'
import { quickMarkingEndpoints } from './quick-marking.handlers.ts'
import { reviewExamEndpoints } from './review-exam.handlers.ts'
import { reviewPaperEndpoints } from './review-paper.handlers.ts'
import { reviewTaskEndpoints } from './review-task.handlers.ts'

export const markingModule: Module = {
  endpoints: [...reviewExamEndpoints, ...reviewTaskEndpoints, ...reviewPaperEndpoints, ...quickMarkingEndpoints],
  listeners: [openTasksOfScored, followVoided],
}
