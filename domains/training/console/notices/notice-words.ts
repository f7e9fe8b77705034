import type { NoticeCounts } from '../../contract/notice.ts'

/** Who was not written to, by reason. */
export function unwrittenWords({ skippedCount, unreachableCount }: Omit<NoticeCounts, 'writtenCount'>): string[] {
  return [
    ...(skippedCount > 0 ? [`${skippedCount} 人已完成或已通知过`] : []),
    ...(unreachableCount > 0 ? [`${unreachableCount} 人没有联系方式`] : []),
  ]
}
