/** What the home page counts. */
import { endpoint } from '@kaopei/contract'
import { z } from 'zod'
import { projectCenter } from './menus.ts'

export const projectTotals = {
  /** Tasks of projects on the shelf or off it. */
  taskCount: endpoint({
    path: '/api/v1/train/project/taskCount',
    method: 'GET',
    summary: '进行中的项目任务数',
    access: projectCenter.rights.view,
    audit: 'read',
    output: z.object({ projectCount: z.int(), taskCount: z.int() }),
  }),
}
