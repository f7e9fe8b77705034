import { spawn } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { hostname, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import type { MachineTools } from '../../contract/converters.ts'
import { baseArguments } from './sandbox.ts'

/** Where the programs are; undefined: not there. */
export interface Tools {
  readonly ffmpeg: string | undefined
  readonly ffprobe: string | undefined
  readonly soffice: string | undefined
  readonly pdftoppm: string | undefined
  readonly pdftotext: string | undefined
  readonly pdfinfo: string | undefined
  /** Only where it works: in some containers it is there and may do nothing. */
  readonly bwrap: string | undefined
  readonly isUnsandboxed: boolean
  /** What one program may take for itself. */
  readonly memoryBytes: number
  readonly hasChineseFont: boolean
}

export const machineName = hostname()

const names = ['ffmpeg', 'ffprobe', 'soffice', 'pdftoppm', 'pdftotext', 'pdfinfo', 'bwrap'] as const
const looksAgainAfterMs = 30_000
let known: { readonly of: string; readonly at: number; readonly tools: Promise<Tools> } | undefined

/** What this machine has, looked up every half minute: what is installed meanwhile is used without a new start. */
export function findTools(): Promise<Tools> {
  const of = `${process.env.PATH}\n${process.env.KAOPEI_UNSANDBOXED}`
  if (known?.of === of && Date.now() - known.at < looksAgainAfterMs) return known.tools
  known = { of, at: Date.now(), tools: lookUp() }
  return known.tools
}

async function lookUp(): Promise<Tools> {
  const found = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await whereIs(name)] as const)))
  const { ffmpeg, ffprobe, soffice, pdftoppm, pdftotext, pdfinfo } = found
  const bwrap =
    found.bwrap !== undefined && (await succeeds(found.bwrap, [...baseArguments, '/usr/bin/env'])) ? found.bwrap : undefined
  const fonts = await outputOf('fc-list', [':lang=zh', 'family'])
  return {
    ffmpeg,
    ffprobe,
    soffice,
    pdftoppm,
    pdftotext,
    pdfinfo,
    bwrap,
    isUnsandboxed: process.env.KAOPEI_UNSANDBOXED === '1',
    memoryBytes: memoryForPrograms(),
    hasChineseFont: fonts.trim() !== '',
  }
}

/** Fewer would end what is ordinary: a film in 4K takes a gigabyte and a half. */
const leastMemory = 2 * 1024 ** 3

/** A third of the machine, or of what its container may have: beside it the product, and what programs write to their own /tmp, which is memory too. */
function memoryForPrograms(): number {
  const limit = process.constrainedMemory()
  const whole = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.max(leastMemory, Math.floor(whole / 3))
}

export function summaryOf(tools: Tools): MachineTools {
  return {
    ffmpeg: tools.ffmpeg !== undefined && tools.ffprobe !== undefined,
    office: tools.soffice !== undefined,
    pages: tools.pdftoppm !== undefined && tools.pdftotext !== undefined && tools.pdfinfo !== undefined,
    sandbox: tools.bwrap !== undefined,
    font: tools.hasChineseFont,
    isUnsandboxed: tools.isUnsandboxed,
  }
}

async function whereIs(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder !== '' && isThere) return realpath(path)
  }
  return undefined
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** What a program prints; nothing where there is none. */
function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const parts: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => parts.push(text))
    child.once('error', () => resolve(''))
    child.once('close', () => resolve(parts.join('')))
  })
}
