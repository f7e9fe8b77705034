import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Where tests keep their databases and other files of a moment: in memory, if there is plenty of it. Making a database is a third of the work
 * there, and nothing waits for a disk. Undefined where they stay in the system's folder for such files.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(folder, constants.W_OK)
    // Some tests start programs that they have copied.
    if (/ \/dev\/shm tmpfs \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))) return undefined
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 6 * gigabyte && process.availableMemory() >= 8 * gigabyte ? folder : undefined
  } catch {
    return undefined // another system than Linux has none
  }
}
