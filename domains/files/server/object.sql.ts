import { changesOf, type Db, databaseNow, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

/** Promised: bytes may still come. */
export const objectState = { promised: 0, stored: 1 } as const

export interface StoredObject {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly content_type: string
  readonly size_bytes: number
  readonly sha256: string | null
  readonly purpose: string
  readonly state: number
  readonly upload_id: string | null
  readonly slice_bytes: number
  readonly is_size_open: boolean
  readonly created_by: string | null
  readonly created_at: Date
  /** When its maker last asked where to send what is missing. */
  readonly active_at: Date | null
  readonly expires_at: Date | null
}

export interface NewObject {
  readonly companyId: string
  readonly id: string
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly purpose: string
  readonly createdBy: string | null
}

const columns = [
  'id',
  'key',
  'name',
  'content_type',
  'size_bytes',
  'sha256',
  'purpose',
  'state',
  'upload_id',
  'slice_bytes',
  'is_size_open',
  'created_by',
  'created_at',
  'active_at',
  'expires_at',
] as const

function rowOf(object: NewObject) {
  const { companyId, contentType, createdBy, ...same } = object
  return { ...same, company_id: companyId, content_type: contentType, created_by: createdBy }
}

export async function insertStored(
  db: Db,
  object: NewObject & { sizeBytes: number; sha256: string; expiresAt: Date | null },
): Promise<void> {
  const { sizeBytes, sha256, expiresAt, ...rest } = object
  await db
    .insertInto('files.object')
    .values({ ...rowOf(rest), size_bytes: sizeBytes, sha256, state: objectState.stored, expires_at: expiresAt })
    .execute()
}

export async function insertUpload(
  db: Db,
  object: NewObject & { sizeBytes: number; isSizeOpen: boolean; uploadId: string; sliceBytes: number },
): Promise<void> {
  const { sizeBytes, isSizeOpen, uploadId, sliceBytes, ...rest } = object
  await db
    .insertInto('files.object')
    .values({
      ...rowOf(rest),
      size_bytes: sizeBytes,
      is_size_open: isSizeOpen,
      upload_id: uploadId,
      slice_bytes: sliceBytes,
      state: objectState.promised,
    })
    .execute()
}

/** Of the running company only: row-level security hides every other. */
export async function findObject(db: Db, id: string): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files.object')
    .select(columns)
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends: of two calls at once the second sees what the first has done. */
export async function findObjectLocked(db: Db, id: string): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files.object')
    .select(columns)
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A stored object of the running transaction's company, whichever that is. */
export async function findStoredInCompany(db: Db, id: string): Promise<StoredObject | undefined> {
  return db
    .selectFrom('files.object')
    .select(columns)
    .where('company_id', '=', sql<string>`kit.company_id()`)
    .where('id', '=', id)
    .where('state', '=', objectState.stored)
    .executeTakeFirst()
}

export async function selectOwnPictures(db: Db, makerId: string, ids: readonly string[]): Promise<string[]> {
  return idsOf(db)`
    select id
    from files.own_pictures(${db.companyId}, ${makerId}, ${[...ids]}::uuid[]) as id`
}

export interface OwnFile {
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
}

/** Whole uploads of this person for one of the purposes that have not run out. */
export async function selectOwnUploads(
  db: Db,
  { fileIds, makerId, purposes }: { fileIds: readonly string[]; makerId: string; purposes: readonly string[] },
): Promise<OwnFile[]> {
  return db
    .selectFrom('files.object')
    .select(['id as fileId', 'name', 'size_bytes as sizeBytes'])
    .where('company_id', '=', db.companyId)
    .where('id', 'in', fileIds)
    .where('created_by', '=', makerId)
    .where('purpose', 'in', purposes)
    .where('state', '=', objectState.stored)
    .where((expression) => expression.or([expression('expires_at', 'is', null), expression('expires_at', '>', databaseNow())]))
    .execute()
}

/** Somebody is still sending it: it is given up a day from now, not from its beginning. */
export async function markActive(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('files.object')
    .set({ active_at: now })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export async function markStored(
  db: Db,
  id: string,
  { sizeBytes, sha256, expiresAt }: { sizeBytes: number; sha256: string | null; expiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('files.object')
    .set({ state: objectState.stored, size_bytes: sizeBytes, sha256, is_size_open: false, expires_at: expiresAt })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteObject(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files.object').where('company_id', '=', db.companyId).where('id', '=', id).execute()
}

const sizeRow = z.object({ sizeBytes: z.int() })

/** They go with the next sweep, as if their time had been over at this moment: with a purpose those alone that are for it. Answers their bytes. */
export async function expireFiles(db: Db, fileIds: readonly string[], now: Date, purpose: string | null = null): Promise<number> {
  const ended = await rowsOf(db, sizeRow)`
    update files.object set expires_at = least(expires_at, ${now})
    where company_id = ${db.companyId} and id = any(${fileIds}::uuid[]) and purpose = coalesce(${purpose}, purpose)
    returning size_bytes as "sizeBytes"`
  return ended.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/** What was uploaded to go after some days stays, now that somebody has handed it in; answers how many are still there to be kept. */
export function keepFiles(db: Db, fileIds: readonly string[], now: Date): Promise<number> {
  return changesOf(db)`
    update files.object set expires_at = null
    where company_id = ${db.companyId} and id = any(${fileIds}::uuid[]) and (expires_at is null or expires_at > ${now})`
}
