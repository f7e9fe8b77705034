import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ConversionFailure } from './failure.ts'
import { Patience } from './patience.ts'
import { ProcessTree } from './process-tree.ts'
import { type Confinement, confine, type Place, saysNoMemory } from './sandbox.ts'
import type { Tools } from './tools.ts'

export interface ToolRun {
  readonly tools: Tools
  readonly program: 'ffmpeg' | 'ffprobe' | 'soffice' | 'pdftoppm' | 'pdftotext' | 'pdfinfo'
  readonly confinement: Confinement
  readonly args: (place: Place) => readonly string[]
  readonly signal: AbortSignal
  /** Each line that it prints; answers whether it tells of progress. */
  readonly onLine?: (line: string) => boolean
  /** It may go on for so long without progress, by its own time (see `Patience`); without `onLine` that is its whole time. */
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
const lookEveryMs = 1000

/** Runs a program confined. Its exit code alone says nothing of success: look at what it wrote. */
export async function runTool({ tools, program, confinement, args, signal, onLine, silentSeconds }: ToolRun): Promise<ToolEnd> {
  const path = tools[program]
  if (path === undefined)
    throw new ConversionFailure('toolMissing', `服务器未安装 ${packages[program]}，文件只能下载。请联系管理员安装后重试`)
  const confined = confine(tools, path, confinement, args)
  if (!confined) throw new ConversionFailure('toolMissing', '服务器未安装 bubblewrap，转码已关闭。请联系管理员安装后重试')
  signal.throwIfAborted()
  // A session of its own: no terminal to write to, and a priority among sessions.
  const child = spawn(confined.command, confined.args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let said = ''
  const kill = () => endSession(child)
  const patience = new Patience(silentSeconds)
  const watching = watch(child.pid, patience, kill)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptCharacters)
  })
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    if (onLine?.(line)) patience.renew()
  })
  signal.addEventListener('abort', kill, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (patience.isOver) throw new ConversionFailure('timedOut')
    if (/No space left on device/i.test(said)) throw new ConversionFailure('noSpace')
    if (code !== 0 && saysNoMemory(said)) throw new ConversionFailure('noMemory')
    return { code, said }
  } finally {
    clearInterval(watching)
    signal.removeEventListener('abort', kill)
  }
}

/**
 * With everything that it has started: outside of the sandbox LibreOffice is a script whose child does the work, and would go on for ever, with the pipe
 * that is waited for in its hand.
 */
function endSession(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Looks every second at what the program does, and ends it when patience is over. */
function watch(id: number | undefined, patience: Patience, kill: () => void): NodeJS.Timeout {
  const tree = id === undefined ? undefined : new ProcessTree(id)
  tree?.lower()
  let lookedAt = performance.now()
  return setInterval(() => {
    tree?.lower()
    const now = performance.now()
    patience.count((now - lookedAt) / 1000, tree?.look())
    lookedAt = now
    if (patience.isOver) kill()
  }, lookEveryMs)
}
