import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontFiles } from './fonts.ts'
import type { JoinTask, PressAnswer, PressTask, PrintTask } from './press-protocol.ts'

// Runs as a process of its own (press.ts): no environment, no network in its templates, an empty folder that is all they can read.
const folder = mkdtempSync(join(tmpdir(), 'kaopei-press-'))
const compiler = NodeCompiler.create({
  workspace: folder,
  fontArgs: [{ fontPaths: [...new Set(fontFiles.map((file) => dirname(file)))] }],
})
rmSync(folder, { recursive: true })

/** What a template finds; on one line, so that the engine's line numbers stay the template's. */
const prelude = [
  '#let data = json(bytes(sys.inputs.data))',
  '#let picture(name, ..rest) = image("/files/" + name, ..rest)',
  '#let vector(svg, ..rest) = image(bytes(svg), format: "svg", ..rest)',
  '#set text(font: "Noto Sans SC", lang: "zh", region: "cn", fallback: false)',
].join(';')

/** How many prints a paragraph, or a picture as it was opened, is remembered for: none after a print of many pictures. */
const rememberedPrints = 8
const manyPictureBytes = 4 * 1024 ** 2

const limit = new Int32Array(new SharedArrayBuffer(4))
new Worker(new URL('./press-watch.ts', import.meta.url), { workerData: limit, execArgv: [] }).unref()

function print(task: PrintTask): PressAnswer {
  const paths = Object.keys(task.files).map((name) => join(folder, 'files', name))
  try {
    Object.values(task.files).forEach((bytes, index) => {
      compiler.mapShadow(paths[index] ?? '', Buffer.from(bytes))
    })
    const result = compiler.compile({ mainFileContent: `${prelude};${task.source}`, inputs: { data: task.json } })
    const document = result.result
    if (document === null) return { kind: 'refused', reason: JSON.stringify(result.takeError()?.shortDiagnostics) }
    const pdf = compiler.pdf(document)
    if (task.to === undefined) return { kind: 'pdf', pdf }
    writeFileSync(task.to, pdf)
    return { kind: 'written' }
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof Error && 'code' in error ? String(error.code) : String(error),
    }
  } finally {
    for (const path of paths) compiler.unmapShadow(path)
    const pictureBytes = Object.values(task.files).reduce((total, { byteLength }) => total + byteLength, 0)
    compiler.evictCache(pictureBytes > manyPictureBytes ? 0 : rememberedPrints)
  }
}

async function joined(task: JoinTask): Promise<PressAnswer> {
  try {
    const { joinPdfs } = await import('./join-pdfs.ts') // only who joins loads the library
    await joinPdfs(task.paths, task.to)
    return { kind: 'written' }
  } catch (error) {
    return { kind: 'refused', reason: String(error) }
  }
}

function watched(limitMiB: number): void {
  Atomics.store(limit, 0, limitMiB)
  Atomics.notify(limit, 0)
}

process.on('message', async (task: PressTask) => {
  watched(task.limitMiB)
  const answer = task.kind === 'join' ? await joined(task) : print(task)
  watched(0)
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' } satisfies PressAnswer)
