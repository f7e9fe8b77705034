/** What the home page counts. Apart from what lists and forms need, for nearly everybody begins there. */
import { endpoint } from '@kaopei/contract'
import { z } from 'zod'
import { courseManager, progressMenu } from './menus.ts'

export const courseTotals = {
  total: endpoint({
    path: '/api/v1/course/total',
    method: 'GET',
    summary: '课程总数',
    access: courseManager.rights.view,
    audit: 'read',
    output: z.object({ courseCount: z.int(), shelvedCount: z.int() }),
  }),
  /** How many people have learnt something today, by the company's clocks. */
  todayCount: endpoint({
    path: '/api/v1/report/learn/todayCount',
    method: 'GET',
    summary: '今日学习人数',
    access: progressMenu.rights.view,
    audit: 'read',
    scope: 'department',
    output: z.object({ learnerCount: z.int() }),
  }),
}
