import { dayIn } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { type Handlers, implement } from '@kaopei/server'
import { courseTotals } from '../contract/totals.ts'
import { countAll } from './courses/course-list.sql.ts'
import { countLearnersOfDay } from './progress/progress.sql.ts'

const handlers: Handlers<typeof courseTotals> = {
  total: (_input, { db }) => countAll(db),

  todayCount: async (_input, { db, now, scope }) => ({
    learnerCount: await countLearnersOfDay(db, scope, dayIn(now, await timeZoneOf(db))),
  }),
}

export const totalEndpoints = implement(courseTotals, handlers)
