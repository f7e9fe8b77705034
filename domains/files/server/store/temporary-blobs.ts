import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { EvidenceFolder, type EvidenceStore } from './evidence-store.ts'
import { FolderStore } from './folder-store.ts'

/** Stores that go with this process, for tests: `World.open([…], temporaryBlobs)`. */
export function temporaryBlobs({ secret }: { secret: string }): { blobs: BlobStore; evidence: EvidenceStore } {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-blobs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { blobs: new FolderStore({ folder, secret }), evidence: new EvidenceFolder(join(folder, 'evidence')) }
}
