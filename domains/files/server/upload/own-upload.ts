import type { Db, Services } from '@kaopei/server'
import type { UploadPurpose } from '../../contract/upload-types.ts'
import { readFileUrl } from '../file-link.ts'
import { type OwnFile, selectOwnUploads } from '../object.sql.ts'

/** How a client names a file that it has uploaded: by the id or the address of the upload's answer. */
export interface NamedUpload {
  readonly fileId?: string | undefined
  readonly fileUrl?: string | undefined
}

interface Uploader {
  readonly companyId: string
  readonly staffId: string
}

/**
 * The file that a client names, where it is one that this very person uploaded for one of these purposes. Anybody else's file, a file for
 * something else and any other text are undefined: neither an id nor an address that somebody has seen lets them work with a file.
 */
export async function findOwnUpload(
  db: Db,
  services: Pick<Services, 'secret'>,
  actor: Uploader,
  named: NamedUpload,
  purposes: readonly UploadPurpose[],
): Promise<string | undefined> {
  const [found] = await findOwnUploads(db, services, actor, [named], purposes)
  return found?.fileId
}

/** The same for many, each in its place, with name and size. */
export async function findOwnUploads(
  db: Db,
  services: Pick<Services, 'secret'>,
  { companyId, staffId }: Uploader,
  named: readonly NamedUpload[],
  purposes: readonly UploadPurpose[],
): Promise<(OwnFile | undefined)[]> {
  const ids = named.map(({ fileId, fileUrl }) => fileId ?? readFileUrl(services, companyId, fileUrl ?? '')?.fileId)
  const asked = [...new Set(ids.filter((id) => id !== undefined))]
  const found = asked.length === 0 ? [] : await selectOwnUploads(db, { fileIds: asked, makerId: staffId, purposes })
  const byId = new Map(found.map((file) => [file.fileId, file]))
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)))
}
