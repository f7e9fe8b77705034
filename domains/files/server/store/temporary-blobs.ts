import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { EvidenceFolder, type EvidenceStore } from './evidence-store.ts'
import { FolderStore } from './folder-store.ts'

const folders: string[] = []

/** Stores that go with this process, for tests: `World.open([…], temporaryBlobs)`. */
export function temporaryBlobs({ secret }: { secret: string }): { blobs: BlobStore; evidence: EvidenceStore } {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-blobs-'))
  // One listener for all of them: many files of tests share a process.
  if (folders.push(folder) === 1) process.once('exit', removeAll)
  return { blobs: new FolderStore({ folder, secret }), evidence: new EvidenceFolder(join(folder, 'evidence')) }
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
