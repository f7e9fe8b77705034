import type { Readable } from 'node:stream'
import { protocolErrors } from '@kaopei/contract'
import { type Db, Failure, type Services, safeFileName } from '@kaopei/server'
import { findStoredInCompany, insertStored, newFileId } from './object.sql.ts'
import { readableCopy } from './readable-copy.ts'

export interface FileToStore {
  readonly companyId: string
  readonly name: string
  readonly contentType: string
  readonly purpose: string
  readonly body: Readable | Buffer
  readonly createdBy: string | null
  readonly expiresAt?: Date
}

type WithBlobs = Pick<Services, 'blobs'>

/**
 * Puts a file made by the server into the store, with its row in the caller's transaction: whoever cannot see the row cannot see the file.
 * If the transaction fails, a sweep takes the object away.
 */
export async function storeFile(db: Db, services: WithBlobs, file: FileToStore): Promise<{ fileId: string; sizeBytes: number }> {
  const { body, expiresAt, ...facts } = file
  const id = await newFileId(db)
  const key = keyOf(file.companyId, id, new Date())
  const written = await services.blobs.put(key, body, file.contentType)
  await insertStored(db, { ...facts, name: safeFileName(file.name), id, key, ...written, expiresAt: expiresAt ?? null })
  return { fileId: id, sizeBytes: written.sizeBytes }
}

/** Gives `work` the file as a local path, which it must only read. Another company's file is not found. */
export async function withLocalFile<T>(
  db: Db,
  services: WithBlobs,
  fileId: string,
  work: (path: string, facts: { name: string; sizeBytes: number }) => Promise<T>,
): Promise<T> {
  const object = await findStoredInCompany(db, fileId)
  if (!object) throw new Failure(protocolErrors.notFound, { text: '文件不存在或已过期，请重新上传' })
  await using copy = await readableCopy(services.blobs, object.key)
  return await work(copy.path, { name: object.name, sizeBytes: object.size_bytes })
}

export function keyOf(companyId: string, fileId: string, now: Date): string {
  return `${companyId}/${now.toISOString().slice(0, 7).replace('-', '')}/${fileId}`
}
