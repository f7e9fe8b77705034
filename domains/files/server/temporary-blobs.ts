import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { FolderStore } from './folder-store.ts'

/** A store that goes with this process, for tests: `World.open([…], temporaryBlobs)`. */
export function temporaryBlobs({ secret }: { secret: string }): { blobs: BlobStore } {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-blobs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { blobs: new FolderStore({ folder, secret }) }
}
