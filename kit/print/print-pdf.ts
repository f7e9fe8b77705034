import { missingCharacters, missingIn } from './characters.ts'
import { Press } from './press.ts'
import { PrintFailure } from './print-failure.ts'

export interface PrintTemplate {
  /** For logs. */
  readonly name: string
  /** Typst source, which finds its values in `data`; README.md lists what else the kit gives it. */
  readonly source: string
}

export interface PrintOptions {
  /** Pictures by the names that the data call them by: letters, digits, `.`, `_` and `-`. */
  readonly files?: Readonly<Record<string, Uint8Array>>
  /** From the moment that a press takes it; waiting for one does not count. */
  readonly limitSeconds?: number
  readonly limitMiB?: number
}

export const defaultLimits = { limitSeconds: 20, limitMiB: 1024 }
/** Typst would fetch these from the network. */
const packageImport = /"@\w/
const fileName = /^[\w-][\w.-]{0,99}$/

/**
 * The PDF of a template with these values. They go in as JSON and are never read as source. Throws PrintFailure, and prints nothing in part:
 * a character that no font has ends it before anything is begun.
 */
export async function printPdf(template: PrintTemplate, data: unknown, options: PrintOptions = {}): Promise<Uint8Array> {
  const { task, limitSeconds } = checked(template, data, options)
  return await Press.print(task, limitSeconds)
}

/** The same, into a file at this path: a large one need not come through this process. */
export async function printPdfTo(to: string, template: PrintTemplate, data: unknown, options: PrintOptions = {}): Promise<void> {
  const { task, limitSeconds } = checked(template, data, options)
  await Press.printTo({ ...task, to }, limitSeconds)
}

function checked(template: PrintTemplate, data: unknown, options: PrintOptions) {
  const characters = [...new Set([...missingIn(data), ...missingCharacters(template.source)])]
  if (characters.length > 0) throw new PrintFailure('glyph', { characters })
  const files = options.files ?? {}
  const odd = Object.keys(files).find((name) => !fileName.test(name))
  if (odd !== undefined) throw new PrintFailure('template', { cause: `a file may not be called ${odd}` })
  if (packageImport.test(template.source)) throw new PrintFailure('template', { cause: 'packages are not fetched' })
  const { limitSeconds, limitMiB } = { ...defaultLimits, ...options }
  const task = { kind: 'print' as const, source: template.source, json: JSON.stringify(data ?? null), files, limitMiB }
  return { task, limitSeconds }
}
