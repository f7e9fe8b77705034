import { dayIn, startOfDay } from '@kaopei/contract'
import { timeZoneOf } from '@kaopei/platform/server'
import { offeredQuestions } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'
import { policyOf } from '../policy/policy.sql.ts'
import { daysBetween } from '../rules/move-memory.ts'
import { countToday, learnerOf } from './learner.sql.ts'

/** What is due by the company's clocks. */
export async function todayOf(db: Db, staffId: string, now: Date) {
  const zone = await timeZoneOf(db)
  const today = dayIn(now, zone)
  const counts = await countToday(db, { staffId, now, startOfToday: startOfDay(today, zone), offered: offeredQuestions(db) })
  return { ...counts, today }
}

/** How many of today's portion are left. */
export function leftOf({ daily, doneCount, dueCount }: { daily: number; doneCount: number; dueCount: number }): number {
  return Math.min(dueCount, Math.max(0, daily - doneCount))
}

export async function readToday(db: Db, staffId: string, now: Date) {
  const { today, ...counts } = await todayOf(db, staffId, now)
  const { dailyCount: ownDailyCount, dayStreak, lastDay } = await learnerOf(db, staffId)
  const dailyCount = ownDailyCount ?? (await policyOf(db)).dailyCount
  const isRunning = lastDay !== null && daysBetween(lastDay, today) <= 1
  const leftCount = leftOf({ daily: dailyCount, doneCount: counts.doneCount, dueCount: counts.dueCount })
  return { ...counts, leftCount, dailyCount, ownDailyCount, dayStreak: isRunning ? dayStreak : 0 }
}
