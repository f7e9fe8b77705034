import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../e2e/free-port.ts'
import { loadAverage } from './cpu.ts'
import { atMost, type Figure, percentile, raw } from './figure.ts'
import { note, type Piece } from './ground.ts'
import { PersistentSitter } from './persistent-sitter.ts'
import { Product } from './product.ts'

// Kills each part of the product again and again, as the kernel does, and looks how long candidates who keep answering get no
// acknowledgement: once as busy as the machine is, and once beside as many endless loops as KAOPEI_BENCH_LOAD says (8).

const kills = Number(process.env.KAOPEI_BENCH_KILLS ?? 5)
const loops = Number(process.env.KAOPEI_BENCH_LOAD ?? 8)
const people = 4
const limitSeconds = 5
/** A loop ends by itself, whatever becomes of us. */
const loopLimitMs = 14 * 60_000

interface Kind {
  readonly name: string
  readonly isPromised: boolean
  readonly kill: (product: Product) => void
}

const kinds: readonly Kind[] = [
  { name: 'server', isPromised: true, kill: (product) => end([product.serverPid ?? 0]) },
  { name: 'database', isPromised: true, kill: (product) => end([product.databasePid]) },
  {
    name: 'launcher',
    isPromised: true,
    kill: (product) => {
      end([product.launcherPid])
      product.launch()
    },
  },
  {
    name: 'everything at once',
    isPromised: false,
    kill: (product) => {
      end(product.allPids())
      product.launch()
    },
  },
]

function end(pids: readonly number[]): void {
  for (const pid of pids) {
    if (pid === 0) throw new Error('there is nobody to be killed')
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it went with the one before
    }
  }
}

export const recovery: Piece = {
  name: 'recovery',
  run: async (_ground, print) => {
    const folder = mkdtempSync(join(tmpdir(), 'kaopei-recovery-'))
    const { product, exam } = await Product.prepare(folder, { port: await freePort(), people })
    product.launch()
    const sitters = exam.candidates.map((person) => new PersistentSitter(product.port, person, exam.id))
    try {
      await product.settled()
      for (const sitter of sitters) await sitter.begin()
      for (const kind of kinds) await killOften(kind, { product, sitters, print, load: 0 })
      const busy = Array.from({ length: loops }, busyLoop)
      try {
        for (const kind of kinds) await killOften(kind, { product, sitters, print, load: loops })
      } finally {
        for (const loop of busy) loop.kill('SIGKILL')
      }
    } finally {
      for (const sitter of sitters) await sitter.end()
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function busyLoop() {
  return spawn(process.execPath, ['-e', `const end = Date.now() + ${loopLimitMs}; while (Date.now() < end);`], {
    stdio: 'ignore',
  })
}

interface Scene {
  readonly product: Product
  readonly sitters: readonly PersistentSitter[]
  readonly print: (figure: Figure) => void
  readonly load: number
}

async function killOften(kind: Kind, { product, sitters, print, load }: Scene): Promise<void> {
  const seconds: number[] = []
  for (let count = 0; count < kills; count++) {
    const former = product.serverPid ?? 0
    const from = performance.now()
    kind.kill(product)
    // Until somebody serves who had no part in it, or, where the server lived on, until it serves again.
    await (kind.name === 'database' ? Promise.all(sitters.map((sitter) => savedAfter(sitter, from))) : product.settled([former]))
    await wait(1000)
    await Promise.all(sitters.map((sitter) => savedAfter(sitter, performance.now())))
    seconds.push(Math.max(...sitters.map((sitter) => sitter.longestGapMs(from, performance.now()))) / 1000)
    await product.settled()
    note(`${kind.name}: ${seconds.at(-1)?.toFixed(2)} s (load ${loadAverage()})`)
  }
  const name = `recovery: ${kind.name} killed ${kills} times, ${load} loops`
  print(raw(`${name}, p50`, percentile(seconds, 0.5), 's'))
  const worst = Math.max(...seconds)
  print(kind.isPromised ? atMost(`${name}, max`, worst, 's', limitSeconds) : raw(`${name}, max`, worst, 's'))
}

async function savedAfter(sitter: PersistentSitter, moment: number): Promise<void> {
  while ((sitter.acknowledged.at(-1)?.askedAt ?? 0) < moment) await wait(20)
}
