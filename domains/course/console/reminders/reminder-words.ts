import type { ReminderCounts } from '../../contract/reminders.ts'

/** Who was not written to, by reason. */
export function unwrittenWords({ completeCount, repeatedCount, unreachableCount, goneCount }: ReminderCounts): string[] {
  const reasons: readonly (readonly [count: number, words: string])[] = [
    [completeCount, '已完成'],
    [repeatedCount, '已催学过'],
    [unreachableCount, '没有联系方式'],
    [goneCount, '已停用或删除'],
  ]
  return reasons.flatMap(([count, words]) => (count > 0 ? [`${count} 人${words}`] : []))
}
