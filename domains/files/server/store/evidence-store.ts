import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { BlobStore, ByteRange } from './blob-store.ts'
import { FolderSync, writeSynced } from './synced-file.ts'

/**
 * Where recordings lie, apart from what people upload: keys are made by the room that keeps them, `<company>/<yyyymm>/<attempt>/<name>`. An object is
 * whole and durable when `put` answers; before that nobody is told that it is there.
 */
export interface EvidenceStore extends Pick<BlobStore, 'sizeOf' | 'open' | 'remove' | 'localPath'> {
  /** Its bytes in their order. The same key again has the same bytes. */
  put(key: string, chunks: readonly Buffer[], contentType: string): Promise<unknown>
  /** Everything of an attempt, by the folder of its keys: `<company>/<yyyymm>/<attempt>`; answers the keys. */
  keysIn(folder: string): Promise<readonly string[]>
  /** Where browsers bring bytes themselves; undefined: they come through the server. */
  readonly direct?: DirectStore
}

/** What the bytes must be: signed with the address, so that the store itself refuses others. */
export interface ExactBytes {
  readonly sizeBytes: number
  /** Hex. */
  readonly sha256: string
  readonly contentType: string
}

export interface DirectStore {
  /** For the content policy: the bucket, and nothing beside it. */
  readonly place: string
  /** One PUT of exactly these bytes to exactly this key, with these headers. */
  putUrl(
    key: string,
    bytes: ExactBytes,
    expiresAt: Date,
  ): { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** Whether exactly these bytes are there. Throws where the store does not answer. */
  holds(key: string, bytes: Pick<ExactBytes, 'sizeBytes' | 'sha256'>): Promise<boolean>
  /** Whether its rules let pages of this origin send so: what a browser asks before it does. Throws where the store does not answer. */
  lets(origin: string, asked: { readonly method: 'PUT' | 'GET'; readonly headers: readonly string[] }): Promise<boolean>
}

const folderShape = /^[0-9a-f-]{36}\/\d{6}\/[0-9a-f-]{36}$/
const keyShape = /^[0-9a-f-]{36}\/\d{6}\/[0-9a-f-]{36}\/[\w-][\w.-]{0,120}$/

/** Recordings in a folder of this machine. */
export class EvidenceFolder implements EvidenceStore {
  readonly #folder: string
  readonly #folders = new FolderSync()

  constructor(folder: string) {
    this.#folder = resolve(folder)
  }

  async put(key: string, chunks: readonly Buffer[]): Promise<void> {
    const path = this.localPath(key)
    try {
      await writeSynced(path, chunks)
    } catch (error) {
      if (!isMissing(error)) throw error
      await this.#make(dirname(path))
      await writeSynced(path, chunks)
    }
    await this.#folders.sync(dirname(path))
  }

  /** With all above it that are new. */
  async #make(folder: string): Promise<void> {
    this.#folders.forget(folder)
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    for (let made = folder; made.length >= first.length; made = dirname(made)) await this.#folders.sync(dirname(made))
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return (await stat(this.localPath(key)).catch(ignoreMissing))?.size
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    // Opened before it is answered, so that a missing file is an error here and not a broken answer.
    const file = await open(this.localPath(key), 'r')
    return file.createReadStream(range ? { start: range.first, end: range.last } : {})
  }

  async remove(key: string): Promise<void> {
    await unlink(this.localPath(key)).catch(ignoreMissing)
  }

  async keysIn(folder: string): Promise<readonly string[]> {
    if (!folderShape.test(folder)) throw new Error('not a folder of this store')
    const names = (await readdir(join(this.#folder, folder)).catch(ignoreMissing)) ?? []
    return names.map((name) => `${folder}/${name}`).filter((key) => keyShape.test(key))
  }

  localPath(key: string): string {
    if (!keyShape.test(key)) throw new Error('not a key of this store')
    return join(this.#folder, key)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}

declare module '@kaopei/server' {
  interface Services {
    /** The deployment's store of recordings. */
    readonly evidence: EvidenceStore
  }
}
