import { Worker } from 'node:worker_threads'
import { refuseSize } from './csv-encoding.ts'
import { hasEncryptedPackage, headOf, magicOf, type SheetSource } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'
import { limitsOf, type SheetOptions } from './sheet-limits.ts'
import { type ReadingReport, type SheetReading, type SheetRow, sheetReading } from './sheet-row.ts'
import type { XlsMessage, XlsTask } from './xls-protocol.ts'

/**
 * Reads one visible sheet of an .xls file (BIFF, at most 65,536 rows). The parser has to see the whole file, so it works in a thread
 * of its own with limited heap and time; rows come over in batches as they are asked for. Throws SheetFailure.
 */
export function readXls(source: SheetSource, options: SheetOptions = {}): SheetReading {
  return sheetReading((report, infoOnly) => xlsRows(source, options, report, infoOnly), limitsOf(options))
}

async function* xlsRows(
  source: SheetSource,
  options: SheetOptions,
  report: ReadingReport,
  infoOnly: boolean,
): AsyncGenerator<SheetRow> {
  const limits = limitsOf(options)
  await refuseSize(source, limits.maxUnpackedBytes)
  const magic = magicOf(await headOf(source))
  if (magic !== 'compound') throw new SheetFailure(magic === 'html' ? 'html' : 'notWorkbook')
  if (await hasEncryptedPackage(source)) throw new SheetFailure('encrypted')
  const session = new XlsSession({ source, sheetName: options.sheetName, limits })
  try {
    const first = await session.receive()
    if (first.kind !== 'info') throw new SheetFailure('damaged')
    report.info(first.info)
    first.merges.forEach(report.merge)
    for (let isLast = infoOnly; !isLast; ) {
      session.ask()
      const message = await session.receive()
      if (message.kind !== 'rows') throw new SheetFailure('damaged')
      yield* message.rows
      isLast = message.isLast
    }
  } finally {
    await session.close()
  }
}

/** One worker: a question at a time, every answer awaited, each failure of the thread turned into a SheetFailure. */
class XlsSession {
  readonly #worker: Worker
  readonly #timeoutMs: number
  #timer: NodeJS.Timeout | undefined
  #waiting = Promise.withResolvers<XlsMessage>()

  constructor(task: XlsTask) {
    this.#worker = new Worker(new URL('./xls-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: task.limits.xlsMemoryMiB, maxYoungGenerationSizeMb: 32 },
    })
    this.#timeoutMs = task.limits.xlsTimeoutMs
    this.#worker.on('message', (message: XlsMessage) => this.#take(message))
    this.#worker.on('error', (error: Error) => this.#fail(failureOf(error)))
    this.#worker.on('exit', () => this.#fail(new SheetFailure('damaged')))
    this.#wait()
  }

  async receive(): Promise<XlsMessage> {
    return await this.#waiting.promise
  }

  ask(): void {
    this.#waiting = Promise.withResolvers<XlsMessage>()
    this.#wait()
    this.#worker.postMessage('next')
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  /** The clock runs only while the worker works, not while the rows are used. */
  #wait(): void {
    this.#waiting.promise.catch(() => {})
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(new SheetFailure('timeout')), this.#timeoutMs)
  }

  #take(message: XlsMessage): void {
    clearTimeout(this.#timer)
    if (message.kind === 'failure') this.#fail(new SheetFailure(message.reason, message.detail))
    else this.#waiting.resolve(message)
  }

  #fail(failure: Error): void {
    clearTimeout(this.#timer)
    this.#waiting.reject(failure)
  }
}

function failureOf(error: Error): Error {
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isOutOfMemory) return new SheetFailure('tooLarge', '', error)
  return 'syscall' in error ? error : new SheetFailure('damaged', '', error)
}
