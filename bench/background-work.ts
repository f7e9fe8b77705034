import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './ground.ts'

const usualTimeoutMs = 120_000

export interface EndedJob {
  readonly id: string
  readonly state: number
  readonly message: string
  readonly result: unknown
  readonly seconds: number
}

/** Waits for a background job to end; `seconds` is from when a worker took it until it was done. */
export async function untilEnded(ground: Ground, jobId: string, timeoutMs = usualTimeoutMs): Promise<EndedJob> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const [job] = await ground.rows<EndedJob>(
      `select id, state, message, result, extract(epoch from finished_at - started_at)::float8 as seconds
       from jobs.background_job where id = $1 and state >= 2`,
      [jobId],
    )
    if (job?.state === 2) return job
    if (job) throw new Error(`the job ended in state ${job.state}: ${job.message}`)
    await wait(20)
  }
  throw new Error('the job did not end in time')
}
