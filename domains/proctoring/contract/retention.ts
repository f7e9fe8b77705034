/** How long recordings stay after the beginning of their attempt; then films, pictures and kept frames are deleted. */
import { recordingsKeptDays as keptDays } from '@kaopei/exam/contract/capture-consent'

const dayMs = 24 * 60 * 60 * 1000

export function deletedFrom(startedAt: Date): Date {
  return new Date(startedAt.getTime() + keptDays * dayMs)
}

/** Attempts that began before this have recordings that are due. */
export function begunBefore(now: Date): Date {
  return new Date(now.getTime() - keptDays * dayMs)
}
