/** How long recordings stay after the beginning of their attempt; then films, pictures and kept frames are deleted. */
import { instant } from '@kaopei/contract'
import { recordingsKeptDays as keptDays } from '@kaopei/exam/contract/capture-consent'
import { z } from 'zod'

export const keepingState = z.enum(['kept', 'held', 'due', 'deleted'])
export const keepingLabels: Readonly<Record<z.output<typeof keepingState>, string>> = {
  kept: '保存中',
  held: '因复核或申诉暂缓删除',
  due: '已到期，等待删除',
  deleted: '已删除',
}

/** What a deletion certifies. */
export const deletionCertificate = z.object({
  deletedAt: instant,
  rule: z.string(),
  pieceCount: z.int(),
  filmCount: z.int(),
  frameCount: z.int(),
  sizeBytes: z.int(),
  /** Hex; null: deleted before it was kept. */
  chainHead: z.string().nullable(),
})

export const ruleWords = (days: number): string => `考试开始后保存 ${days} 天`

const dayMs = 24 * 60 * 60 * 1000

export function deletedFrom(startedAt: Date): Date {
  return new Date(startedAt.getTime() + keptDays * dayMs)
}

/** Attempts that began before this have recordings that are due. */
export function begunBefore(now: Date): Date {
  return new Date(now.getTime() - keptDays * dayMs)
}
