import type { WorkerEvents } from 'graphile-worker'

/**
 * Of jobs that run one at a time companies take turns: whoever had one is passed over until a look finds nothing of the others. A lane's flag names
 * the company.
 */
export class CompanyTurns {
  readonly #served = new Set<string>()

  constructor(events: WorkerEvents) {
    events.on('job:start', ({ job: { flags } }) => {
      for (const flag of Object.keys(flags ?? {})) this.#served.add(flag)
    })
    events.on('worker:getJob:empty', () => this.#served.clear())
  }

  passedOver(): string[] {
    return [...this.#served]
  }
}
