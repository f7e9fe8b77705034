import type { Module } from '@kaopei/server'
import { projectCategoryEndpoints } from './categories/category.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { noticeEndpoints } from './notices/notice.handlers.ts'
import { noticeSweep } from './notices/notices.sweep.ts'
import { notifyJob } from './notices/notify.job.ts'
import { outlineEndpoints } from './outline/outline.handlers.ts'
import { endSweep } from './projects/end.sweep.ts'
import { projectEndpoints } from './projects/project.handlers.ts'

/** Projects, their stages and tasks, and who is written to. */
export const makingModule = {
  logNames,
  endpoints: [...projectCategoryEndpoints, ...projectEndpoints, ...outlineEndpoints, ...noticeEndpoints],
  jobs: [notifyJob],
  sweeps: [endSweep, noticeSweep],
} satisfies Module
