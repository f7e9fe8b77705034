import { comparePairs } from '@kaopei/proctoring/server'
import { atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'

const people = 10_000
const questions = 50
const options = 'abcd'

/** The comparison of an exam's answers, in this process: every pair of ten thousand. */
export const similarity: Piece = {
  name: 'similarity',
  run: async (_ground, print) => {
    const next = dice(11)
    const rights = Array.from({ length: questions }, () => 0.35 + 0.5 * next())
    const sheets = Array.from({ length: people }, (_, index) => {
      const skill = 0.7 + 0.6 * next()
      const answers = rights.map((right, question): [string, { key: string; isRight: boolean }] => {
        const isRight = next() < Math.min(0.98, right * skill)
        return [`q${question}`, { key: isRight ? 'a' : options.charAt(1 + Math.floor(next() * 3)), isRight }]
      })
      return { attemptId: `a${index}`, staffId: `s${index}`, answers: new Map(answers) }
    })
    const [first] = sheets
    if (first) sheets[people - 1] = { attemptId: 'copy', staffId: 'copy', answers: first.answers }
    const before = process.memoryUsage().rss
    const from = { wall: performance.now(), cpu: process.cpuUsage() }
    const compared = await comparePairs(sheets, { nearOf: (one, other) => other === one + 1, breathe: async () => undefined })
    const { user, system } = process.cpuUsage(from.cpu)
    const name = `similar answers of ${people} × ${questions}`
    print(atMost(`${name}: CPU-s`, (user + system) / 1e6, 's', 60))
    print(raw(`${name}: until it is done`, (performance.now() - from.wall) / 1000, 's'))
    print(atMost(`${name}: memory of the process`, process.memoryUsage().rss / 2 ** 20, 'MiB', 500))
    print(raw(`${name}: memory beyond the answers`, (process.memoryUsage().rss - before) / 2 ** 20, 'MiB'))
    print(raw('pairs that stand out (one has copied)', compared.pairs.length, 'pairs'))
  },
}

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
