import type { JobContext } from '@kaopei/server'
import { type RunKey, reportProgress } from './background-job.sql.ts'

const everyMs = 500

export interface Report {
  readonly setTotal: (total: number) => void
  readonly progress: (done: number) => void
  readonly counts: () => { done: number; total: number | null }
  /** True once the row says that this run no longer counts. */
  readonly isLost: () => boolean
  readonly stop: () => Promise<void>
}

/** Writes progress at a pace, on a connection of its own so that people see it while the job's transaction is open; learns of cancellation by it. */
export function openReport(context: JobContext, run: RunKey): Report {
  const counts: { done: number; total: number | null } = { done: 0, total: null }
  let isLost = false
  let isStopped = false
  let writing = Promise.resolve()
  const write = async () => {
    try {
      const isOurs = await context.transaction((db) => reportProgress(db, run, counts.done, counts.total))
      if (!isOurs && !isStopped) isLost = true
    } catch (error) {
      context.log.warn({ err: error }, 'progress could not be written, trying again')
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, everyMs)
  timer.unref()
  return {
    setTotal: (total) => {
      counts.total = total
    },
    progress: (done) => {
      counts.done = done
    },
    counts: () => ({ ...counts }),
    isLost: () => isLost,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await writing
    },
  }
}
