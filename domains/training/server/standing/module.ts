import type { Module } from '@kaopei/server'
import { deriveJob } from './derive.job.ts'
import { followCourses, followPracticesListener, followQuestionnaires, followReopened, followResults } from './news.ts'
import { recountSweep } from './recount.ts'

/** What people did, and what is derived of it. */
export const standingModule: Module = {
  endpoints: [],
  jobs: [deriveJob],
  listeners: [followCourses, followReopened, followPracticesListener, followQuestionnaires],
  backlogs: [followResults],
  sweeps: [recountSweep],
}
