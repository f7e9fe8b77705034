/** The photos of admission tickets: of whoever has one that somebody has looked at. */
import { readFile } from 'node:fs/promises'
import { withLocalFile } from '@kaopei/files/server'
import { selectPortraits } from '@kaopei/org/server'
import type { Db, Services } from '@kaopei/server'

export interface Photos {
  /** Name at the press → bytes. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Person → name at the press. */
  readonly names: ReadonlyMap<string, string>
}

export const noPhotos: Photos = { files: {}, names: new Map() }

/** All of them go to the press at once. */
const mostPhotoBytes = 100 * 1024 ** 2

/** Undefined: they are more than that together. */
export async function readPhotos(
  db: Db,
  services: Pick<Services, 'blobs'>,
  staffIds: readonly string[],
): Promise<Photos | undefined> {
  const files: Record<string, Uint8Array> = {}
  const names = new Map<string, string>()
  let bytes = 0
  for (const { staffId, fileId } of await selectPortraits(db, staffIds)) {
    await withLocalFile(db, services, fileId, async (path, { name, sizeBytes }) => {
      bytes += sizeBytes
      if (bytes > mostPhotoBytes) return
      const called = `photo${names.size}.${/\.png$/i.test(name) ? 'png' : 'jpg'}`
      files[called] = await readFile(path)
      names.set(staffId, called)
    })
    if (bytes > mostPhotoBytes) return undefined
  }
  return { files, names }
}
