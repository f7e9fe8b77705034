import { addWrittenFile, dropWrittenFile, type FileToStore, writeFile } from '@kaopei/files/server'
import { type Finish, keptUntil, type Tracked } from './tracked-job.ts'

export type FileToExport = Pick<FileToStore, 'name' | 'contentType' | 'body'>

/**
 * Streams a file into the store and finishes the job with it. It has no row, and so cannot be seen, before it is whole; row and end of
 * the job come in one transaction. A run that was cancelled or replaced leaves nothing.
 */
export async function exportFile(
  tracked: Tracked,
  file: FileToExport,
  finishOf: (sizeBytes: number) => Pick<Finish, 'result' | 'fields' | 'message'> = () => ({}),
): Promise<string> {
  const { companyId, requestedBy } = tracked
  const stored = { ...file, companyId, purpose: 'export', createdBy: requestedBy, expiresAt: keptUntil() }
  const written = await writeFile(tracked.services, stored, tracked.fail)
  try {
    await tracked.transaction(async (db) => {
      await addWrittenFile(db, written)
      await tracked.finish({ fileId: written.fileId, fileName: written.name, ...finishOf(written.sizeBytes) }, db)
    })
  } catch (error) {
    await dropWrittenFile(tracked.services, written)
    throw error
  }
  return written.fileId
}
