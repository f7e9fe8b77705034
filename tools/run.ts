import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs one step, showing what it prints; answers its exit code and how long it took. */
export function runStep(step: Step): Promise<{ code: number; seconds: number }> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const bin = join(root, 'node_modules', '.bin')
    const env = { ...process.env, ...step.env, PATH: `${bin}:${process.env.PATH ?? ''}` }
    const child = spawn(step.command, step.args, { cwd: root, stdio: 'inherit', env })
    child.on('error', () => resolve({ code: 127, seconds: 0 }))
    child.on('exit', (code) => resolve({ code: code ?? 1, seconds: (performance.now() - startedAt) / 1000 }))
  })
}

/** Runs all steps, even after a failure, and sums up; the process ends with 1 when one failed. */
export async function runAll(title: string, steps: readonly Step[]): Promise<boolean> {
  const failed: string[] = []
  for (const step of steps) {
    console.log(`\n▶ ${step.name}`)
    const { code, seconds } = await runStep(step)
    console.log(`${code === 0 ? '✔' : '✘'} ${step.name} (${seconds.toFixed(1)} s)`)
    if (code !== 0) failed.push(step.name)
  }
  console.log(failed.length === 0 ? `\n${title}: all ${steps.length} steps passed` : `\n${title}: failed: ${failed.join(', ')}`)
  return failed.length === 0
}
