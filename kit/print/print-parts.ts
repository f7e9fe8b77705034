import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Press } from './press.ts'
import { PrintFailure } from './print-failure.ts'
import { defaultLimits, type PrintOptions, type PrintTemplate, printPdfTo } from './print-pdf.ts'

export interface PrintPart {
  readonly data: unknown
  readonly files?: Readonly<Record<string, Uint8Array>>
  /** Printed in its place where a picture of it cannot be read. */
  readonly otherwise?: unknown
}

/** A part by `print`, its `otherwise` where the press refuses what is in it. */
export async function printWhole<T>(
  { data, files = {}, otherwise }: PrintPart,
  print: (data: unknown, files: Readonly<Record<string, Uint8Array>>) => Promise<T>,
): Promise<T> {
  try {
    return await print(data, files)
  } catch (error) {
    if (otherwise === undefined || !(error instanceof PrintFailure) || error.reason !== 'template') throw error
    return print(otherwise, {})
  }
}

/**
 * One PDF at `path`, of parts that the press prints one by one: it opens every picture of a print at once, so a thousand photos
 * are more than it may hold. The limits are those of each part. Throws PrintFailure; then nothing is at `path`.
 */
export async function printParts(
  template: PrintTemplate,
  parts: AsyncIterable<PrintPart>,
  { path, ...limits }: Omit<PrintOptions, 'files'> & { readonly path: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kaopei-parts-'))
  try {
    const paths: string[] = []
    for await (const one of parts) {
      const part = join(folder, `${paths.length}.pdf`)
      await printWhole(one, (data, files) => printPdfTo(part, template, data, { ...limits, files }))
      paths.push(part)
    }
    const [only] = paths
    if (paths.length === 1 && only !== undefined) await copyFile(only, path)
    else {
      const { limitSeconds, limitMiB } = { ...defaultLimits, ...limits }
      await Press.join({ kind: 'join', paths, to: path, limitMiB }, limitSeconds)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
