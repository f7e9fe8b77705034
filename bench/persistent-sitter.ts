import { setTimeout as wait } from 'node:timers/promises'
import { entry } from '@kaopei/exam/contract/entry'
import type { Sheet } from '@kaopei/sitting/contract/shapes'
import { sitting } from '@kaopei/sitting/contract/sitting'
import type { Person } from './company.ts'
import { RawClient } from './raw-client.ts'

const retryMs = 100
const answerLimitMs = 12_000

interface Acknowledged {
  readonly askedAt: number
  readonly at: number
}

/** A candidate who keeps answering: what was not acknowledged is sent again, under its own number, on a new connection, ten times a second. */
export class PersistentSitter {
  readonly acknowledged: Acknowledged[] = []
  readonly #port: number
  readonly #person: Person
  readonly #examId: string
  readonly #stopped = new AbortController()
  #client: RawClient | undefined
  #rev = 0
  #done: Promise<void> | undefined

  constructor(port: number, person: Person, examId: string) {
    this.#port = port
    this.#person = person
    this.#examId = examId
  }

  /** The newest revision that was acknowledged. A save that builds on one which was lost would be refused. */
  get lastRev(): number {
    return this.#rev
  }

  async begin(): Promise<void> {
    const device = `bench-${this.#person.id.slice(0, 8)}:tab-1`
    const { data } = await (await this.#open()).get(this.#person, entry.start, { examId: this.#examId, device })
    this.#done = this.#keepSaving(data)
  }

  async end(): Promise<void> {
    this.#stopped.abort()
    await this.#done
    this.#client?.close()
  }

  async #keepSaving(sheet: Sheet): Promise<void> {
    const slot = sheet.items[0]?.slot ?? 1
    for (let seq = sheet.nextSeq; !this.#stopped.signal.aborted; seq++) {
      const answer = { type: 1, optionId: seq % 2 === 0 ? 'a' : 'b' } as const
      const items = [{ slot, answer, baseRev: this.#rev, clientSeq: seq }]
      const input = { attemptId: sheet.attemptId, leaseEpoch: sheet.lease.epoch, items }
      while (!(await this.#save(input))) if (this.#stopped.signal.aborted) return
      await wait(20)
    }
  }

  async #save(input: object): Promise<boolean> {
    const askedAt = performance.now()
    try {
      const client = await this.#open()
      const late = AbortSignal.timeout(answerLimitMs)
      late.addEventListener('abort', () => client.close(), { once: true })
      const { code, data } = await client.call(this.#person, sitting.save, input)
      const saved = sitting.save.output.safeParse(data).data?.slots[0]
      if (code !== 0 || saved?.status !== 'saved' || saved.rev === null || !saved.receipt)
        throw new Error(`not saved: ${code} ${JSON.stringify(data)}`)
      this.#rev = saved.rev
      this.acknowledged.push({ askedAt, at: performance.now() })
      return true
    } catch {
      this.#client?.close()
      this.#client = undefined
      await wait(retryMs)
      return false
    }
  }

  async #open(): Promise<RawClient> {
    this.#client ??= await RawClient.open(this.#port)
    return this.#client
  }

  /** The longest time without an acknowledged save between two moments. */
  longestGapMs(from: number, to: number): number {
    const times = [from, ...this.acknowledged.map(({ at }) => at).filter((at) => at > from && at < to), to]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  }
}
