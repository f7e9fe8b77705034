import { setTimeout as wait } from 'node:timers/promises'
import { staff } from '@kaopei/org/contract/staff'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { type Attack, attacksOf } from './fairness-attacks.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { type Caller, RawClient } from './raw-client.ts'

const sitters = 4
const calmSeconds = 6
const attackSeconds = 8
/** What one company may make another wait on a machine of its own. */
const longestWaitMs = 250

interface Other {
  readonly seated: readonly Sitter[]
  readonly client: RawClient
  readonly admin: Caller
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
    const calm = await watched(ground, [server, worker], other, wait(calmSeconds * 1000))
    const show = (name: string, seen: typeof calm) => {
      print(raw(`fairness, ${name}: longest wait of the other company`, seen.longest, 'ms'))
      print(raw(`fairness, ${name}: 99 % of its calls`, seen.p99, 'ms'))
      print(raw(`fairness, ${name}: longest stop of the server`, seen.stopMs, 'ms'))
      print(raw(`fairness, ${name}: server, worker, database`, seen.cpuMs / seen.seconds, 'CPU-ms each s'))
    }
    show('calm', calm)
    for (const attack of await attacksOf(ground, server)) {
      const until = performance.now() + attackSeconds * 1000
      const seen = await watched(ground, [server, worker], other, keepUp(attack, until))
      show(attack.name, seen)
      const added = Math.max(0, seen.longest - calm.longest)
      print(atMost(`fairness, ${attack.name}: longest wait beyond the calm one`, added, 'ms', longestWaitMs))
    }
    for (const sitter of other.seated) sitter.close()
    other.client.close()
    await server.stop()
    await worker.stop()
  },
}

async function otherCompany(ground: Ground, server: Part): Promise<Other> {
  const company = await makeCompany(ground)
  const exam = await makeExam(ground, company, sitters)
  await confirmNotices(ground, exam, server.port)
  const seated = await seat(exam, server.port)
  for (const sitter of seated) await sitter.start()
  return { seated, client: await RawClient.open(server.port), admin: company.admin, turn: 0 }
}

async function keepUp({ once }: Attack, until: number): Promise<void> {
  while (performance.now() < until) await once()
}

async function watched(ground: Ground, parts: readonly [Part, Part], other: Other, during: Promise<void>) {
  const begun = performance.now()
  await longestStopOf(parts[0])
  const { result: waits, cpuMs } = await ground.cpuDuring(parts, () => waitsOf(other, during))
  const stopMs = await longestStopOf(parts[0])
  return { longest: Math.max(...waits), p99: percentile(waits, 0.99), stopMs, cpuMs, seconds: (performance.now() - begun) / 1000 }
}

/** The times of the other company's calls until `during` is over. */
async function waitsOf(other: Other, during: Promise<void>): Promise<number[]> {
  const waits: number[] = []
  const state = { isOver: false }
  const over = during.finally(() => {
    state.isOver = true
  })
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
