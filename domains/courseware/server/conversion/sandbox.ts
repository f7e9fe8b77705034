/**
 * Programs that read what people uploaded run in bubblewrap: no network, no processes but their own, nothing of the machine's files but programs and
 * fonts, the upload alone to read and one folder to write.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Tools } from './tools.ts'

/** Folders of programs and fonts; of some machines /lib and the like are links into /usr, of others folders. */
const readable = [
  '/usr',
  '/lib',
  '/lib64',
  '/bin',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
]

export const baseArguments: readonly string[] = [
  ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
  ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8'],
  ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
]

/**
 * Counted is what a program makes writable for itself (RLIMIT_DATA), not what it only reserves: the threads of a large machine reserve gigabytes that they
 * never use. Whoever asks for more is told so by the system, and mostly says it.
 */
const withMemory = (bytes: number) => ['/bin/sh', '-c', `ulimit -d ${Math.floor(bytes / 1024)} && exec "$0" "$@"`]

const outOfMemory = /cannot allocate memory|bad_alloc|out of memory|memory exhausted|malloc of size \d+ failed/i
export const saysNoMemory = (said: string): boolean => outOfMemory.test(said)

/** What a program sees: where the upload is, and where it may write. */
export interface Place {
  readonly source: string
  readonly out: string
}

export interface Confinement {
  /** The file that is read, and by which name the program sees it. */
  readonly source: string
  readonly sourceName: string
  /** The one folder that is written. */
  readonly folder: string
}

export interface Confined {
  readonly command: string
  readonly args: readonly string[]
}

/**
 * The command that runs `program` confined, at the lowest priority and with so much memory of its own; undefined where the machine has no sandbox and nobody waived it. It is to be begun
 * as a session of its own, without a terminal.
 */
export function confine(
  tools: Pick<Tools, 'bwrap' | 'isUnsandboxed' | 'memoryBytes'>,
  program: string,
  { source, sourceName, folder }: Confinement,
  argsOf: (place: Place) => readonly string[],
): Confined | undefined {
  const low = ['-n', '19', ...withMemory(tools.memoryBytes)]
  if (tools.bwrap === undefined) {
    if (!tools.isUnsandboxed) return undefined
    return { command: 'nice', args: [...low, program, ...argsOf({ source, out: folder })] }
  }
  const place = { source: `/in/${sourceName}`, out: '/out' }
  const home = dirname(dirname(program))
  const elsewhere = program.startsWith('/usr/') || !existsSync(home) ? [] : ['--ro-bind', home, home]
  const own = [...elsewhere, '--ro-bind', source, place.source, '--bind', folder, place.out, '--chdir', place.out]
  return { command: 'nice', args: [...low, tools.bwrap, ...baseArguments, ...own, program, ...argsOf(place)] }
}
