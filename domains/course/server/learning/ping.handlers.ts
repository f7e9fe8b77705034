import type { Handlers } from '@kaopei/server'
import { learnErrors } from '../../contract/learn-errors.ts'
import type { learnPing } from '../../contract/ping.ts'
import { type CreditRow, creditPing, recordedPages } from './ping.sql.ts'

export const pingHandlers: Handlers<typeof learnPing> = {
  ping: async (report, { actor, db, now, fail }) => {
    const ping = { db, companyId: actor.companyId, staffId: actor.staffId, now, report }
    const row = await creditPing(ping)
    const { outcome } = row
    if (outcome === 'busy') throw new Error('a report that came alone was not looked at')
    if (outcome !== 'credited' && outcome !== 'repeated') return fail(learnErrors[outcome])
    return {
      credited: pairsOf(row),
      pages: await recordedPages(ping),
      cutSeconds: row.cut ?? 0,
      coveredSeconds: row.covered ?? 0,
      percent: row.percent ?? 0,
      isComplete: row.is_complete ?? false,
      coursePercent: row.course_percent ?? 0,
      learnedSeconds: row.learned ?? 0,
    }
  },
}

function pairsOf({ credited_from: from, credited_until: until }: CreditRow): [number, number][] {
  return from.map((start, index) => [start, until[index] ?? start])
}
