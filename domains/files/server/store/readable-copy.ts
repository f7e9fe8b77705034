import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from './blob-store.ts'

/** An object as a local file: itself where the store is a folder, else a copy that goes with the end of its use. */
export async function readableCopy(blobs: BlobStore, key: string): Promise<{ path: string } & AsyncDisposable> {
  const path = blobs.localPath(key)
  if (path !== undefined) return { path, [Symbol.asyncDispose]: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'kaopei-file-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'file')
    await pipeline(await blobs.open(key), createWriteStream(copy, { mode: 0o600 }))
    return { path: copy, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
