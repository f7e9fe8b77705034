import type { Db, Services } from '@kaopei/server'
import type { UploadPurpose } from '../contract/upload-types.ts'
import { readFileUrl } from './file-link.ts'
import { hasOwnUpload } from './object.sql.ts'

/** How a client names a file that it has uploaded: by the id or the address of the upload's answer. */
export interface NamedUpload {
  readonly fileId?: string | undefined
  readonly fileUrl?: string | undefined
}

/**
 * The file that a client names, where it is one that this very person uploaded for one of these purposes. Anybody else's file, a file for
 * something else and any other text are undefined: neither an id nor an address that somebody has seen lets them work with a file.
 */
export async function findOwnUpload(
  db: Db,
  services: Pick<Services, 'secret'>,
  { companyId, staffId }: { companyId: string; staffId: string },
  named: NamedUpload,
  purposes: readonly UploadPurpose[],
): Promise<string | undefined> {
  const fileId = named.fileId ?? readFileUrl(services, companyId, named.fileUrl ?? '')?.fileId
  if (fileId === undefined) return undefined
  return (await hasOwnUpload(db, { fileId, makerId: staffId, purposes })) ? fileId : undefined
}
