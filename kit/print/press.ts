import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { JoinTask, PressAnswer, PressTask, PrintTask } from './press-protocol.ts'
import { PrintFailure } from './print-failure.ts'

const presses = Math.min(2, availableParallelism())
const idleMs = 30_000
/** Reading the fonts takes some tenths of a second; a busy machine may take long, and that is not the template's fault. */
const startMs = 60_000

/**
 * A process that prints one thing after another. It is one of its own because the engine is machine code that nothing but the end of its
 * process interrupts. It stays warm for a while and never keeps the product from ending.
 */
export class Press {
  static readonly #idle: Press[] = []
  static readonly #waiting: ((press: Press) => void)[] = []
  static #count = 0

  static async print(task: Omit<PrintTask, 'to'>, limitSeconds: number): Promise<Uint8Array> {
    const answer = await Press.#printed(task, limitSeconds)
    if (answer.kind === 'pdf') return answer.pdf
    throw refusal(answer)
  }

  static async printTo(task: PrintTask & { readonly to: string }, limitSeconds: number): Promise<void> {
    const answer = await Press.#printed(task, limitSeconds)
    if (answer.kind !== 'written') throw refusal(answer)
  }

  static async #printed(task: PrintTask, limitSeconds: number): Promise<PressAnswer> {
    const press = await Press.#take()
    try {
      return await press.#run(task, limitSeconds)
    } finally {
      Press.#giveBack(press)
    }
  }

  /** In a process of its own, whose memory no print has filled, and which none takes over full. */
  static async join(task: JoinTask, limitSeconds: number): Promise<void> {
    const press = new Press()
    try {
      const answer = await press.#run(task, limitSeconds)
      if (answer.kind !== 'written') throw refusal(answer)
    } finally {
      press.#end()
    }
  }

  static async #take(): Promise<Press> {
    const idle = Press.#idle.pop()
    if (idle) return idle
    if (Press.#count >= presses) return new Promise((taken) => Press.#waiting.push(taken))
    Press.#count += 1
    return new Press()
  }

  static #giveBack(press: Press): void {
    const next = Press.#waiting.shift()
    if (next) next(press)
    else Press.#idle.push(press)
  }

  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #settle: ((answer: PressAnswer | Error) => void) | undefined

  async #run(task: PressTask, limitSeconds: number): Promise<PressAnswer> {
    const process = this.#process ?? (await this.#start())
    process.ref()
    process.channel?.ref()
    return this.#answer(limitSeconds * 1000, () => process.send(task, () => {}))
  }

  async #start(): Promise<ChildProcess> {
    const process = fork(new URL('./press-process.ts', import.meta.url), {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process = process
    process.on('message', (answer: PressAnswer) => {
      if (this.#process === process) this.#settle?.(answer)
    })
    process.on('error', (error) => this.#ended(process, error))
    process.on('exit', (_code, signal) =>
      this.#ended(process, signal === 'SIGKILL' || signal === 'SIGABRT' ? 'memory' : 'template'),
    )
    await this.#answer(startMs, () => {})
    return process
  }

  #ended(process: ChildProcess, why: Error | 'memory' | 'template'): void {
    if (this.#process !== process) return
    this.#process = undefined
    this.#settle?.(why instanceof Error ? why : new PrintFailure(why, { cause: 'the press ended' }))
  }

  /** The next message, or the end of the process at this limit. */
  async #answer(limitMs: number, ask: () => void): Promise<PressAnswer> {
    const { promise, resolve } = Promise.withResolvers<PressAnswer | Error>()
    this.#settle = resolve
    clearTimeout(this.#timer) // of the rest since the former answer, which would end the process in the middle of this work
    this.#timer = setTimeout(() => this.#end(new PrintFailure('time')), limitMs)
    ask()
    const answer = await promise
    clearTimeout(this.#timer)
    this.#settle = undefined
    this.#rest()
    if (answer instanceof Error) throw answer
    return answer
  }

  #rest(): void {
    this.#process?.unref()
    this.#process?.channel?.unref()
    this.#timer = setTimeout(() => this.#end(), idleMs).unref()
  }

  #end(failure?: Error): void {
    const process = this.#process
    this.#process = undefined
    clearTimeout(this.#timer)
    if (failure) this.#settle?.(failure)
    process?.kill('SIGKILL')
  }
}

function refusal(answer: PressAnswer): PrintFailure {
  return new PrintFailure('template', { cause: answer.kind === 'refused' ? answer.reason : answer.kind })
}
