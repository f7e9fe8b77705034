import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ConversionFailure } from './failure.ts'
import { type Confinement, confine, type Place } from './sandbox.ts'
import type { Tools } from './tools.ts'

export interface ToolRun {
  readonly tools: Tools
  readonly program: 'ffmpeg' | 'ffprobe' | 'soffice' | 'pdftoppm' | 'pdftotext' | 'pdfinfo'
  readonly confinement: Confinement
  readonly args: (place: Place) => readonly string[]
  readonly signal: AbortSignal
  /** Each line that it prints. */
  readonly onLine?: (line: string) => void
  /** It may be silent for so long, printing nothing; without `onLine` that is its whole time. */
  readonly silentSeconds: number
}

export interface ToolEnd {
  readonly code: number | null
  /** The end of what it had to say, for the log and for telling reasons apart; never shown to people. */
  readonly said: string
}

const packages: Readonly<Record<ToolRun['program'], string>> = {
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  soffice: 'LibreOffice',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
}
const keptCharacters = 16_000

/** Runs a program confined. Its exit code alone says nothing of success: look at what it wrote. */
export async function runTool({ tools, program, confinement, args, signal, onLine, silentSeconds }: ToolRun): Promise<ToolEnd> {
  const path = tools[program]
  if (path === undefined)
    throw new ConversionFailure('toolMissing', `服务器未安装 ${packages[program]}，文件只能下载。请联系管理员安装后重试`)
  const confined = confine(tools, path, confinement, args)
  if (!confined) throw new ConversionFailure('toolMissing', '服务器未安装 bubblewrap，转码已关闭。请联系管理员安装后重试')
  signal.throwIfAborted()
  const child = spawn(confined.command, confined.args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let hasStalled = false
  const kill = () => child.kill('SIGKILL')
  const giveUp = () => {
    hasStalled = true
    kill()
  }
  let patience = setTimeout(giveUp, silentSeconds * 1000)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptCharacters)
  })
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    if (!onLine) return
    clearTimeout(patience)
    patience = setTimeout(giveUp, silentSeconds * 1000)
    onLine(line)
  })
  signal.addEventListener('abort', kill, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (hasStalled) throw new ConversionFailure('timedOut')
    if (/No space left on device/i.test(said)) throw new ConversionFailure('noSpace')
    return { code, said }
  } finally {
    clearTimeout(patience)
    signal.removeEventListener('abort', kill)
  }
}
