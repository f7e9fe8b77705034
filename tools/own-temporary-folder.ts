import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'kaopei-tests-'

/**
 * What tests and the programs that they start lay down goes with the run: its processes are ended from outside, and none of them comes to tidy up. The
 * first project that is set up makes the folder for all of them.
 */
export function setup(): void {
  if (basename(tmpdir()).startsWith(prefix)) return
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // As the system's own: some of those programs run as other people.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
