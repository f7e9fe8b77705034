/** What Linux tells of a program and of everything that it has started; elsewhere nothing. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Activity } from './patience.ts'

/** /proc counts processor time in hundredths of a second (USER_HZ), whatever the kernel's own clock. */
const ticksPerSecond = 100
/** Among sessions a weight of 110 to 1024: 19 would be 15, and on a busy machine that is a standstill. */
const niceOfSession = '10'

export class ProcessTree {
  readonly #root: number
  #ticks: ReadonlyMap<number, number> = new Map()
  #isLow = !existsSync('/proc/self/autogroup')

  constructor(root: number) {
    this.#root = root
  }

  /** What it did since the last look. */
  look(): Activity | undefined {
    const processes = processesOf(this.#root)
    if (!processes) return undefined
    const ticks = new Map(processes.map(({ id, ticks }) => [id, ticks]))
    const used = [...ticks].reduce((sum, [id, now]) => sum + now - (this.#ticks.get(id) ?? 0), 0)
    this.#ticks = ticks
    return { usedSeconds: used / ticksPerSecond, wantsProcessor: processes.some(({ wantsProcessor }) => wantsProcessor) }
  }

  /**
   * Gives its session a low priority among sessions: where Linux shares processors out by session (sched_autogroup), that of a process counts within its
   * session alone. Only one session may be told so in a tenth of a second, and a process of another owner not at all: ask again until it is so.
   */
  lower(): void {
    if (this.#isLow) return
    this.#isLow = (processesOf(this.#root) ?? []).some(({ id }) => {
      try {
        writeFileSync(`/proc/${id}/autogroup`, niceOfSession)
        return true
      } catch {
        return false
      }
    })
  }
}

interface Process {
  readonly id: number
  readonly ticks: number
  readonly wantsProcessor: boolean
}

/** Undefined where the root cannot be read; what ends meanwhile is left out. */
function processesOf(root: number): Process[] | undefined {
  const known = read(root)
  if (!known) return undefined
  const { children, ...process } = known
  return [process, ...children.flatMap((child) => processesOf(child) ?? [])]
}

function read(id: number): (Process & { readonly children: readonly number[] }) | undefined {
  try {
    const threads = readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}`)
    const children = threads.flatMap((thread) =>
      readFileSync(`${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    const [, , , , , , , , , , , user, system] = fieldsOf(`/proc/${id}/stat`)
    const wantsProcessor = threads.some((thread) => fieldsOf(`${thread}/stat`)[0] === 'R')
    return { id, ticks: Number(user) + Number(system), wantsProcessor, children }
  } catch {
    return undefined
  }
}

/** From the state on: the name before it, in parentheses, may hold anything. */
function fieldsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
