import { runMode } from '@kaopei/practice/contract/codes'
import { learn } from '@kaopei/practice/contract/learn'
import { practiceResults } from '@kaopei/practice/contract/practice-results'
import { type Memory, movedMemory } from '../domains/practice/server/rules/move-memory.ts'
import { transactionsPerSecond } from './calibration.ts'
import { makeCompany } from './company.ts'
import { atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { type BenchPractice, makeMastery, makeMemories, makePractice, Practiser } from './practice-data.ts'
import { inParallel, RawClient } from './raw-client.ts'
import { byTurns, printSides } from './turns.ts'

const turns = 5
const eachTurn = 16
const width = 8
const due = 20_000
const moves = 1_000_000
const knowers = 5_000
const asked = 15

type Print = (figure: Figure) => void

/** An answer with everything that comes of it; today's list among many memories; the map of what thousands know; a million memories moved. */
export const practice: Piece = {
  name: 'practice',
  run: async (ground, print) => {
    printMoves(print)
    const server = await ground.start('server')
    const made = await makePractice(ground, await makeCompany(ground), (turns + 1) * eachTurn)
    await answers(ground, server, made, print)
    await dueList(ground, server, made, print)
    await mastery(ground, server, made, print)
    await server.stop()
  },
}

/** Each slice is a round of fifty first answers by other people; beside it TPC-B transactions, whose processor time is the database's alone. */
async function answers(ground: Ground, server: Part, { id, people }: BenchPractice, print: Print): Promise<void> {
  const learners = await Promise.all(people.map(async (one) => new Practiser(await RawClient.open(server.port), one, id)))
  await inParallel(learners, width, (learner) => learner.begin())
  const times: number[] = []
  const compared = await byTurns(ground, turns, {
    bare: { parts: [], slice: async () => Math.max(1, 2 * (await transactionsPerSecond(ground, 2))) },
    ours: {
      parts: [server],
      slice: async (turn) => {
        const group = learners.slice(turn * eachTurn, (turn + 1) * eachTurn)
        await inParallel(group, width, async (learner) => {
          for (let index = 0; index < learner.length; index++) times.push(await learner.answer(index))
        })
        return group.reduce((sum, { length }) => sum + length, 0)
      },
    },
  })
  print(atMost('practice answer: server and database', compared.ours.cpuMs, 'CPU-ms', 2))
  print(atMost('practice answer: per TPC-B transaction of the database', compared.multiple, 'x CPU', 5))
  printSides('practice answer', compared, print)
  print(raw('practice answer: p95', percentile(times, 0.95), 'ms'))
  for (const learner of learners) learner.close()
}

async function dueList(ground: Ground, server: Part, { company, people }: BenchPractice, print: Print): Promise<void> {
  const [person] = people
  if (!person) throw new Error('nobody practises')
  await makeMemories(ground, company, person.id, due)
  const client = await RawClient.open(server.port)
  const ask = () => client.get(person, learn.dueToday, {})
  const begin = () => client.get(person, learn.begin, { mode: runMode.due, isAnew: true })
  if ((await ask()).data.dueCount === 0) throw new Error('nothing is due')
  if ((await begin()).data.items.length !== 15) throw new Error('a portion is 15 questions')
  const list = await timed(ground, server, ask)
  const round = await timed(ground, server, begin)
  print(atMost('practice: what is due of 20,000 memories, p50', list.p50, 'ms', 20))
  print(raw('practice: what is due of 20,000 memories', list.cpuMs, 'CPU-ms'))
  print(raw('practice: a round of what is due begun, p50', round.p50, 'ms'))
  print(raw('practice: a round of what is due begun', round.cpuMs, 'CPU-ms'))
  client.close()
}

async function mastery(ground: Ground, server: Part, made: BenchPractice, print: Print): Promise<void> {
  await makeMastery(ground, made, knowers)
  const client = await RawClient.open(server.port)
  const ask = () => client.get(made.company.admin, practiceResults.weakPoints, {})
  const { data } = await ask()
  if (data.points.length !== 10) throw new Error('the map is of something else')
  const map = await timed(ground, server, ask)
  print(atMost('practice: mastery of 5,000 people × 50 questions, p50', map.p50, 'ms', 300))
  print(raw('practice: mastery of 5,000 people × 50 questions', map.cpuMs, 'CPU-ms'))
  client.close()
}

/** The same asked again and again, alone. */
async function timed(ground: Ground, server: Part, ask: () => Promise<{ readonly ms: number }>) {
  const { result: times, cpuMs } = await ground.cpuDuring([server], async () => {
    const found: number[] = []
    for (let turn = 0; turn < asked; turn++) found.push((await ask()).ms)
    return found
  })
  return { p50: percentile(times, 0.5), cpuMs: cpuMs / asked }
}

/** Every memory ten times, at growing distances. */
function printMoves(print: Print): void {
  const begun = process.cpuUsage()
  let done = 0
  for (let memory = 0; done < moves; memory++) {
    let state: Memory | null = null
    for (let turn = 0; turn < 10; turn++, done++) {
      const day = new Date(Date.UTC(2020, 0, 1 + turn * turn * 3 + (memory % 7))).toISOString().slice(0, 10)
      const grade = (memory + turn) % 4 === 0 ? 'again' : 'good'
      state = movedMemory(state, { grade, day, retentionPercent: 90 })?.memory ?? state
    }
  }
  const { user, system } = process.cpuUsage(begun)
  print(atMost('practice: 1,000,000 memories moved', (user + system) / 1_000_000, 'CPU-s', 30))
}
