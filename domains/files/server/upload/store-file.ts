import type { Readable } from 'node:stream'
import { protocolErrors } from '@kaopei/contract'
import {
  type Db,
  databaseNow,
  type Fail,
  inTransaction,
  ProtocolFailure,
  type RawServices,
  type Services,
  safeFileName,
} from '@kaopei/server'
import { uploadFolder } from '../../contract/upload-types.ts'
import { newFileId } from '../file-id.ts'
import type { FileAddress } from '../file-link.ts'
import { findStoredInCompany, insertStored } from '../object.sql.ts'
import type { ByteRange } from '../store/blob-store.ts'
import { type NoSpace, refusingFullDisk } from '../store/full-disk.ts'
import { readableCopy } from '../store/readable-copy.ts'

export interface FileToStore {
  readonly companyId: string
  readonly name: string
  readonly contentType: string
  readonly purpose: string
  readonly body: Readable | Buffer
  readonly createdBy: string | null
  readonly expiresAt?: Date
}

/** An object in the store that has no row yet: nobody can see it. */
export interface WrittenFile extends Omit<FileToStore, 'body'> {
  readonly fileId: string
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: string
}

type WithBlobs = Pick<Services, 'blobs'>

/**
 * Puts a file made by the server into the store, with its row in the caller's transaction: whoever cannot see the row cannot see the file.
 * If the transaction fails, a sweep takes the object away. For bodies that take long use `writeFile` before the transaction.
 */
export async function storeFile(
  db: Db,
  services: WithBlobs,
  file: FileToStore,
  fail: Fail<NoSpace>,
): Promise<{ fileId: string; sizeBytes: number }> {
  const written = await writeFile(services, file, fail)
  await addWrittenFile(db, written)
  return { fileId: written.fileId, sizeBytes: written.sizeBytes }
}

/** Writes the bytes alone, outside any transaction; `addWrittenFile` makes them a file, `dropWrittenFile` takes them away. */
export async function writeFile(services: WithBlobs, { body, ...facts }: FileToStore, fail: Fail<NoSpace>): Promise<WrittenFile> {
  const now = databaseNow()
  const fileId = newFileId(now)
  const key = keyOf(facts.companyId, fileId, now)
  const written = await refusingFullDisk(() => services.blobs.put(key, body, facts.contentType), fail)
  return { ...facts, name: safeFileName(facts.name), fileId, key, ...written }
}

export async function addWrittenFile(db: Db, { fileId, expiresAt, ...written }: WrittenFile): Promise<void> {
  await insertStored(db, { ...written, id: fileId, expiresAt: expiresAt ?? null })
}

export async function dropWrittenFile(services: WithBlobs, written: WrittenFile): Promise<void> {
  await services.blobs.remove(written.key)
}

/** Gives `work` the file as a local path, which it must only read. Another company's file is not found. */
export async function withLocalFile<T>(
  db: Db,
  services: WithBlobs,
  fileId: string,
  work: (path: string, facts: { name: string; sizeBytes: number }) => Promise<T>,
): Promise<T> {
  const object = await findStoredInCompany(db, fileId)
  if (!object) throw new ProtocolFailure(protocolErrors.notFound, { text: '文件不存在或已过期，请重新上传' })
  await using copy = await readableCopy(services.blobs, object.key)
  return await work(copy.path, { name: object.name, sizeBytes: object.size_bytes })
}

export interface StoredReader {
  readonly sizeBytes: number
  /** So many bytes from there, fewer at the end. */
  readonly read: (position: number, length: number) => Promise<Buffer>
}

/** Bytes of a stored file here and there, for whoever looks at what its header says; undefined where the company has no such file. */
export async function readerOfStored(db: Db, { blobs }: WithBlobs, fileId: string): Promise<StoredReader | undefined> {
  const object = await findStoredInCompany(db, fileId)
  if (!object) return undefined
  const { key, size_bytes: sizeBytes } = object
  return {
    sizeBytes,
    read: async (position, length) => {
      const last = Math.min(position + length, sizeBytes) - 1
      if (last < position) return Buffer.alloc(0)
      return Buffer.concat(await (await blobs.open(key, { first: position, last })).toArray())
    },
  }
}

/**
 * The same for work that lasts longer than a transaction should: looked up in one of its own, and read until it is disposed of.
 */
export async function readableFile(
  services: WithBlobs & Pick<RawServices, 'pool'>,
  { companyId, fileId }: FileAddress,
): Promise<ReadableFile> {
  const object = await inTransaction(services.pool, companyId, (db) => findStoredInCompany(db, fileId))
  if (!object) throw new ProtocolFailure(protocolErrors.notFound, { text: '文件不存在或已过期，请重新上传' })
  return { ...(await readableCopy(services.blobs, object.key)), sizeBytes: object.size_bytes }
}

/** Bytes of a stored file, for what a room itself answers with; whether it may was the caller's to look at. */
export async function openStored(
  services: WithBlobs & Pick<RawServices, 'pool'>,
  { companyId, fileId }: FileAddress,
  range: ByteRange,
): Promise<Readable> {
  const object = await inTransaction(services.pool, companyId, (db) => findStoredInCompany(db, fileId))
  if (!object) throw new ProtocolFailure(protocolErrors.notFound, { text: '文件不存在或已过期' })
  return services.blobs.open(object.key, range)
}

export interface KeptFile {
  readonly contentType: string
  readonly sizeBytes: number
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/** The same by its size and type; undefined: it is gone, or its time is over. */
export async function findKept(
  { pool, blobs }: WithBlobs & Pick<RawServices, 'pool'>,
  { companyId, fileId }: FileAddress,
): Promise<KeptFile | undefined> {
  const object = await inTransaction(pool, companyId, (db) => findStoredInCompany(db, fileId))
  if (!object || (object.expires_at !== null && object.expires_at <= databaseNow())) return undefined
  const { key, content_type: contentType, size_bytes: sizeBytes } = object
  return { contentType, sizeBytes, open: (range) => blobs.open(key, range) }
}

export interface ReadableFile extends AsyncDisposable {
  readonly path: string
  readonly sizeBytes: number
}

export function keyOf(companyId: string, fileId: string, now: Date): string {
  return `${uploadFolder}/${companyId}/${now.toISOString().slice(0, 7).replace('-', '')}/${fileId}`
}
