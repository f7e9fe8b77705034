import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { sealToken } from '../signed-token.ts'
import type { BlobStore, ByteRange, Slice, Upload, WantedSlice } from './blob-store.ts'
import { FolderSync } from './synced-file.ts'

/** `<slice folder>.<number>.<bytes>.<e exact | m at most>.<expiry in seconds>` of a slice's address. */
export const sliceUse = 'slice'
export const slicePath = '/files/slice'

/** Objects of before lie without the folder in front. */
const keyShape = /^(?:[a-z]{1,20}\/)?[0-9a-f-]{36}\/\d{6}\/[0-9a-f-]{36}$/
const uploadShape = /^[0-9a-f]{32}$/

export interface FolderStoreOptions {
  readonly folder: string
  /** Signs the addresses of slices; the same on every process of the deployment. */
  readonly secret: string
  readonly joinsAtOnceBytes?: number
}

/** A few seconds: half a gigabyte a second is written and hashed. */
const joinedAtOnce = 4 * 1024 ** 3

/** Files in a folder of this machine; slices come to signed addresses that our own server answers. */
export class FolderStore implements BlobStore {
  readonly bucketName = 'kaopei-folder'
  readonly region = 'local'
  readonly joinsAtOnceBytes: number
  readonly #folder: string
  readonly #secret: string
  /** Of slices and objects. None stays open: each is written to a few times, and its volume may be taken away. */
  readonly folders = new FolderSync(0)

  constructor({ folder, secret, joinsAtOnceBytes = joinedAtOnce }: FolderStoreOptions) {
    this.joinsAtOnceBytes = joinsAtOnceBytes
    this.#folder = resolve(folder)
    this.#secret = secret
  }

  async beginUpload(): Promise<string> {
    const uploadId = randomUUID().replaceAll('-', '')
    await mkdir(this.slicesFolder(uploadId), { recursive: true, mode: 0o700 })
    return uploadId
  }

  async sliceUrl({ uploadId }: Upload, slice: WantedSlice, expiresAt: Date): Promise<string> {
    const until = Math.floor(expiresAt.getTime() / 1000)
    const text = [uploadId, slice.number, slice.sizeBytes, slice.isExact ? 'e' : 'm', until].join('.')
    return `${slicePath}/${sealToken(this.#secret, sliceUse, text)}`
  }

  async listSlices({ uploadId }: Upload): Promise<readonly Slice[]> {
    const folder = this.slicesFolder(uploadId)
    const names = await readdir(folder).catch(ignoreMissing)
    const numbers = (names ?? [])
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b)
    return Promise.all(
      numbers.map(async (number) => ({ number, sizeBytes: (await stat(join(folder, String(number)))).size, etag: '' })),
    )
  }

  async completeUpload({ key, uploadId }: Upload, slices: readonly Slice[]): Promise<{ sha256: string }> {
    const folder = this.slicesFolder(uploadId)
    return this.#write(key, contentOf(slices.map(({ number }) => join(folder, String(number)))))
  }

  async forgetUpload({ uploadId }: Upload): Promise<void> {
    await rm(this.slicesFolder(uploadId), { recursive: true, force: true })
  }

  put(key: string, body: Readable | Buffer): Promise<{ sizeBytes: number; sha256: string }> {
    return this.#write(key, Buffer.isBuffer(body) ? [body] : body)
  }

  async #write(key: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<{ sizeBytes: number; sha256: string }> {
    const path = this.localPath(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await this.#note(key)
    const temporary = `${path}.${randomUUID()}.tmp`
    try {
      const written = await writeNew(temporary, chunks)
      await rename(temporary, path)
      await this.folders.sync(dirname(path))
      return written
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
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
    await rm(join(this.#folder, 'pending', basename(key)), { force: true })
  }

  localPath(key: string): string {
    if (!keyShape.test(key)) throw new Error('not a key of this store')
    return join(this.#folder, 'objects', key)
  }

  async presentedUrl(): Promise<undefined> {
    return undefined
  }

  /** Only keys that were noted before they were written and not looked at since: a folder under another database loses nothing. */
  async *leftovers(before: Date): AsyncIterable<readonly string[]> {
    await this.#clearUploads(before)
    const pending = join(this.#folder, 'pending')
    for (const name of await namesIn(pending)) {
      const note = join(pending, name)
      const facts = await stat(note).catch(ignoreMissing)
      if (!facts || facts.mtime >= before) continue
      const key = await readFile(note, 'utf8')
      await this.#clearTemporary(key)
      yield [key]
      await rm(note, { force: true })
    }
  }

  slicesFolder(uploadId: string): string {
    if (!uploadShape.test(uploadId)) throw new Error('not an upload of this store')
    return join(this.#folder, 'uploads', uploadId)
  }

  /** Noted before the first byte, so that a writer that is killed leaves nothing behind unnoticed. */
  async #note(key: string): Promise<void> {
    const pending = join(this.#folder, 'pending')
    await mkdir(pending, { recursive: true, mode: 0o700 })
    await writeFile(join(pending, basename(key)), key)
  }

  async #clearTemporary(key: string): Promise<void> {
    const path = this.localPath(key)
    const names = await namesIn(dirname(path))
    const own = names.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.tmp'))
    for (const name of own) await rm(join(dirname(path), name), { force: true })
  }

  async #clearUploads(before: Date): Promise<void> {
    const uploads = join(this.#folder, 'uploads')
    for (const name of await namesIn(uploads)) {
      const facts = await stat(join(uploads, name)).catch(ignoreMissing)
      if (facts && facts.mtime < before) await rm(join(uploads, name), { recursive: true, force: true })
    }
  }
}

const bufferBytes = 1024 * 1024

/**
 * What lies in these files, one behind the other, in one buffer that is filled again and again: each chunk has to be used up before the next is asked for.
 * A stream would make a new megabyte each time, and dozens of them lie about until somebody collects.
 */
async function* contentOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  for (const path of paths) {
    await using file = await open(path, 'r')
    for (let { bytesRead } = await file.read(buffer); bytesRead > 0; { bytesRead } = await file.read(buffer))
      yield buffer.subarray(0, bytesRead)
  }
}

/** On the disk when it answers. */
async function writeNew(path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await using file = await open(path, 'wx', 0o600)
  for await (const chunk of chunks) {
    hash.update(chunk)
    sizeBytes += chunk.length
    await file.appendFile(chunk)
  }
  await file.sync()
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? []
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
  throw error
}
