import type { JobHelpers } from 'graphile-worker'

/** Ends a run whose job was given to another meanwhile: the queue must not take it for done. */
export class JobLost extends Error {}

/** What the queues of this process are running. */
export class JobRuns {
  readonly #poolOf = new Map<string, string>()
  readonly #pools = new Set<string>()
  readonly #whenIdle = new Map<string, () => void>()

  has(jobId: string): boolean {
    return this.#poolOf.has(jobId)
  }

  isOwn(poolId: string): boolean {
    return this.#pools.has(poolId)
  }

  open(poolId: string): void {
    this.#pools.add(poolId)
  }

  /** The queue takes no more jobs; `whenIdle` is called once the last of its runs is over, which may outlive it. */
  close(poolId: string, whenIdle: () => void): void {
    this.#whenIdle.set(poolId, whenIdle)
    this.#letGo(poolId)
  }

  /**
   * One run of a job, ended by taking the job out of the queue if it still is this run's. The queue's own removal goes by the number alone
   * and would delete a job that another worker has taken over.
   */
  async run({ job, withPgClient }: Pick<JobHelpers, 'job' | 'withPgClient'>, work: () => Promise<void>): Promise<void> {
    const { id, locked_by: poolId } = job
    if (poolId === null || this.has(id)) throw new JobLost('the job is under way in this process already')
    this.#poolOf.set(id, poolId)
    try {
      await work()
      const { rowCount } = await withPgClient((client) =>
        client.query('delete from graphile_worker._private_jobs where id = $1 and locked_by = $2', [id, poolId]),
      )
      if (rowCount === 0) throw new JobLost('the job was released or taken over while it ran')
    } finally {
      this.#poolOf.delete(id)
      this.#letGo(poolId)
    }
  }

  #letGo(poolId: string): void {
    const whenIdle = this.#whenIdle.get(poolId)
    if (!whenIdle || [...this.#poolOf.values()].includes(poolId)) return
    this.#whenIdle.delete(poolId)
    this.#pools.delete(poolId)
    whenIdle()
  }
}
