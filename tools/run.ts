import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const root = join(import.meta.dirname, '..')

/** What V8 made of the modules, for every process that a step starts: a server, a worker or a tool reads thousands of them. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

export interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Stands before each line that the step prints, where others run beside it. Without it the terminal is the step's own. */
  readonly mark?: string
}

/** Runs one step, showing what it prints line by line, each with the step's mark; answers its exit code and how long it took. */
export function runStep(step: Step): Promise<{ code: number; seconds: number }> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const bin = join(root, 'node_modules', '.bin')
    const env = { NODE_COMPILE_CACHE: compiled, ...process.env, ...step.env, PATH: `${bin}:${process.env.PATH ?? ''}` }
    const child = spawn(step.command, step.args, { cwd: root, stdio: step.mark ? ['ignore', 'pipe', 'pipe'] : 'inherit', env })
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${step.mark} | ${line}`))
    child.on('error', () => resolve({ code: 127, seconds: 0 }))
    child.on('close', (code) => resolve({ code: code ?? 1, seconds: (performance.now() - startedAt) / 1000 }))
  })
}

/**
 * Runs lanes of steps beside each other, the steps of each lane one after the other, even after a failure, and sums up with the seconds of
 * each; false when one failed.
 */
export async function runAll(title: string, lanes: readonly (readonly Step[])[]): Promise<boolean> {
  const startedAt = performance.now()
  const ended: { name: string; isGood: boolean; seconds: number }[] = []
  const runLane = async (steps: readonly Step[]) => {
    for (const step of steps) {
      console.log(`\n▶ ${step.name}`)
      const { code, seconds } = await runStep(step)
      console.log(`${code === 0 ? '✔' : '✘'} ${step.name} (${seconds.toFixed(1)} s)`)
      ended.push({ name: step.name, isGood: code === 0, seconds })
    }
  }
  await Promise.all(lanes.map(runLane))
  const seconds = (performance.now() - startedAt) / 1000
  const failed = ended.filter(({ isGood }) => !isGood).map(({ name }) => name)
  console.log()
  for (const step of ended) console.log(`${step.isGood ? '✔' : '✘'} ${step.seconds.toFixed(1).padStart(6)} s  ${step.name}`)
  const verdict = failed.length === 0 ? `all ${ended.length} steps passed` : `failed: ${failed.join(', ')}`
  console.log(`\n${title}: ${verdict} (${seconds.toFixed(1)} s)`)
  return failed.length === 0
}
