import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontFiles } from './fonts.ts'
import { type PlainJpeg, plainJpeg } from './plain-jpeg.ts'
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
  '#let wrapped = json(bytes(sys.inputs.wrapped))',
  '#let picture(name, ..rest) = image("/files/" + name + if name in wrapped { ".svg" } else { "" }, ..rest)',
  '#let vector(svg, ..rest) = image(bytes(svg), format: "svg", ..rest)',
  '#set text(font: "Noto Sans SC", lang: "zh", region: "cn", fallback: false)',
].join(';')

/** How many prints a paragraph, or a picture as it was opened, is remembered for: none after a print of many pictures. */
const rememberedPrints = 8
const manyPictureBytes = 4 * 1024 ** 2

const limit = new Int32Array(new SharedArrayBuffer(4))
new Worker(new URL('./press-watch.ts', import.meta.url), { workerData: limit, execArgv: [] }).unref()

/** A JPEG inside of an SVG comes into the file as it is; by itself the engine writes it anew, smaller in quality, larger in bytes, in five times the time. */
function inSvg(bytes: Uint8Array, { width, height }: PlainJpeg): Buffer {
  const href = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  const size = `width="${width}" height="${height}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}"><image ${size} href="${href}"/></svg>`,
  )
}

function print(task: PrintTask): PressAnswer {
  const paths: string[] = []
  const wrapped: string[] = []
  const give = (name: string, bytes: Buffer) => {
    const path = join(folder, 'files', name)
    compiler.mapShadow(path, bytes)
    paths.push(path)
  }
  try {
    for (const [name, bytes] of Object.entries(task.files)) {
      const plain = plainJpeg(bytes)
      if (plain) {
        wrapped.push(name)
        give(`${name}.svg`, inSvg(bytes, plain))
      } else give(name, Buffer.from(bytes))
    }
    const inputs = { data: task.json, wrapped: JSON.stringify(wrapped) }
    const result = compiler.compile({ mainFileContent: `${prelude};${task.source}`, inputs })
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
