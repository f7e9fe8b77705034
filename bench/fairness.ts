import { setTimeout as wait } from 'node:timers/promises'
import { staff } from '@kaopei/org/contract/staff'
import { untilEnded } from './background-work.ts'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { type Attack, attacksOf } from './fairness-attacks.ts'
import { atMost, percentile, raw } from './figure.ts'
import { type Ground, note, type Part, type Piece } from './ground.ts'
import { type Caller, RawClient } from './raw-client.ts'

const sitters = 4
/** Candidates who hand in while others' work is under way, one after the other. */
const spares = 60
const calmSeconds = 6
const attackSeconds = 8
const scoreTimeoutMs = 120_000
/** What one company may make another wait on a machine of its own. */
const longestWaitMs = 250

interface Other {
  readonly seated: readonly Sitter[]
  readonly client: RawClient
  readonly jobClient: RawClient
  readonly admin: Caller
  readonly spare: Sitter[]
  turn: number
}

/** While one company sends the worst that its people may, another saves answers and opens a list. */
export const fairness: Piece = {
  name: 'fairness',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const other = await otherCompany(ground, server)
    await waitsOf(other, wait(2000))
    const watch = (during: Promise<void>, withJobs: boolean) => watched(ground, [server, worker], other, { during, withJobs })
    const calm = await watch(wait(calmSeconds * 1000), true)
    const show = (name: string, seen: typeof calm) => {
      print(raw(`fairness, ${name}: longest wait of the other company`, seen.longest, 'ms'))
      print(raw(`fairness, ${name}: 99 % of its calls`, seen.p99, 'ms'))
      print(raw(`fairness, ${name}: longest stop of the server`, seen.stopMs, 'ms'))
      print(raw(`fairness, ${name}: server, worker, database`, seen.cpuMs / seen.seconds, 'CPU-ms each s'))
    }
    show('calm', calm)
    for (const attack of await attacksOf(ground, server)) {
      const until = performance.now() + attackSeconds * 1000
      try {
        const seen = await watch(keepUp(attack, until), attack.keepsWorker === true)
        show(attack.name, seen)
        const beyond = (name: string, now: number, before: number) =>
          print(atMost(`fairness, ${attack.name}: ${name}`, Math.max(0, now - before), 'ms', longestWaitMs))
        beyond('longest wait beyond the calm one', seen.longest, calm.longest)
        if (!attack.keepsWorker) continue
        beyond('small export beyond the calm one', seen.exportMs, calm.exportMs)
        beyond('score of an attempt beyond the calm one', seen.scoreMs, calm.scoreMs)
      } catch (error) {
        note(`${attack.name} failed: ${error instanceof Error ? error.message : error}`)
        print({ ...raw(`fairness, ${attack.name}: failed`, -1, 'error'), holds: false })
      }
    }
    for (const sitter of [...other.seated, ...other.spare]) sitter.close()
    other.client.close()
    other.jobClient.close()
    await server.stop()
    await worker.stop()
  },
}

async function otherCompany(ground: Ground, server: Part): Promise<Other> {
  const company = await makeCompany(ground)
  const exam = await makeExam(ground, company, sitters + spares)
  await confirmNotices(ground, exam, server.port)
  const all = await seat(exam, server.port)
  const seated = all.slice(0, sitters)
  for (const sitter of seated) await sitter.start()
  const [client, jobClient] = await Promise.all([RawClient.open(server.port), RawClient.open(server.port)])
  return { seated, spare: all.slice(sitters), client, jobClient, admin: company.admin, turn: 0 }
}

async function keepUp({ once }: Attack, until: number): Promise<void> {
  while (performance.now() < until) await once()
}

async function watched(
  ground: Ground,
  parts: readonly [Part, Part],
  other: Other,
  { during, withJobs }: { during: Promise<void>; withJobs: boolean },
) {
  const begun = performance.now()
  // It may fail before anybody waits for it.
  during.catch(() => undefined)
  await longestStopOf(parts[0])
  const jobs: JobWaits = { exports: [], scores: [] }
  const { result: waits, cpuMs } = await ground.cpuDuring(parts, async () => {
    const jobsDone = withJobs ? jobsUntil(ground, other, { during, jobs }) : undefined
    const calls = await waitsOf(other, during)
    await jobsDone
    return calls
  })
  const stopMs = await longestStopOf(parts[0])
  return {
    longest: Math.max(...waits),
    p99: percentile(waits, 0.99),
    exportMs: Math.max(0, ...jobs.exports),
    scoreMs: Math.max(0, ...jobs.scores),
    stopMs,
    cpuMs,
    seconds: (performance.now() - begun) / 1000,
  }
}

interface JobWaits {
  readonly exports: number[]
  readonly scores: number[]
}

/** A small export again and again, and now and then an exam that is handed in and waits for its score. */
async function jobsUntil(
  ground: Ground,
  other: Other,
  { during, jobs }: { during: Promise<void>; jobs: JobWaits },
): Promise<void> {
  const state = { isOver: false }
  const over = during.finally(() => {
    state.isOver = true
  })
  over.catch(() => undefined)
  const exporting = async () => {
    while (!state.isOver) {
      const begun = performance.now()
      const { data } = await other.jobClient.get(other.admin, staff.export, {})
      await untilEnded(ground, data.jobId)
      jobs.exports.push(performance.now() - begun)
    }
  }
  const handingIn = async () => {
    while (!state.isOver) {
      const sitter = other.spare.shift()
      if (!sitter) return
      await sitter.start()
      for (let turn = 0; turn < 10; turn++) await sitter.save(turn)
      const begun = performance.now()
      await sitter.submit()
      await untilScoredOf(ground, sitter.attemptId)
      jobs.scores.push(performance.now() - begun)
      sitter.close()
    }
  }
  await Promise.all([over, exporting(), handingIn()])
}

async function untilScoredOf(ground: Ground, attemptId: string): Promise<void> {
  const until = performance.now() + scoreTimeoutMs
  while (performance.now() < until) {
    const [row] = await ground.rows('select 1 from sitting.attempt where id = $1 and scored_at is not null', [attemptId])
    if (row) return
    await wait(20)
  }
  throw new Error('the attempt was not scored in time')
}

/** The times of the other company's calls until `during` is over. */
async function waitsOf(other: Other, during: Promise<void>): Promise<number[]> {
  const waits: number[] = []
  const state = { isOver: false }
  const over = during.finally(() => {
    state.isOver = true
  })
  over.catch(() => undefined)
  const save = async (sitter: Sitter) => {
    while (!state.isOver) {
      waits.push(await sitter.save(other.turn++))
      await wait(20)
    }
  }
  const list = async () => {
    while (!state.isOver) {
      waits.push((await other.client.get(other.admin, staff.list, { pageIndex: 1, pageSize: 10 })).ms)
      await wait(20)
    }
  }
  await Promise.all([over, list(), ...other.seated.map(save)])
  return waits
}

/** The longest time since it was last asked in which the server's process did nothing else. */
async function longestStopOf({ port }: Part): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000
}
