/** The pictures of layouts and characters, as the press takes them: by names of its own. */
import { readFile } from 'node:fs/promises'
import { withLocalFile } from '@kaopei/files/server'
import type { Db, Services } from '@kaopei/server'
import { type Layout, picturesOf } from '../../contract/layout.ts'

export interface Pictures {
  readonly files: Readonly<Record<string, Uint8Array>>
  /** File id → name at the press. */
  readonly names: ReadonlyMap<string, string>
  /** Character → name at the press. */
  readonly glyphs: ReadonlyMap<string, string>
}

interface Wanted {
  readonly layouts: readonly Layout[]
  readonly glyphs: readonly { readonly character: string; readonly fileId: string }[]
  /** Photos of holders; null: there is none. */
  readonly photoIds: readonly (string | null)[]
  /** Of all of them together; more is PicturesTooLarge. */
  readonly mostBytes?: number
}

export class PicturesTooLarge extends Error {}

export async function readPictures(
  db: Db,
  services: Pick<Services, 'blobs'>,
  { layouts, glyphs, photoIds, mostBytes = Infinity }: Wanted,
): Promise<Pictures> {
  const files: Record<string, Uint8Array> = {}
  const names = new Map<string, string>()
  let bytes = 0
  const wanted = [
    ...layouts.flatMap(picturesOf),
    ...glyphs.map(({ fileId }) => fileId),
    ...photoIds.filter((one) => one !== null),
  ]
  for (const fileId of new Set(wanted)) {
    await withLocalFile(db, services, fileId, async (path, { name, sizeBytes }) => {
      bytes += sizeBytes
      if (bytes > mostBytes) throw new PicturesTooLarge()
      const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? 'png'
      const called = `p${names.size}.${ending}`
      files[called] = await readFile(path)
      names.set(fileId, called)
    })
  }
  const called = glyphs.flatMap(({ character, fileId }) => {
    const name = names.get(fileId)
    return name === undefined ? [] : [[character, name] as const]
  })
  return { files, names, glyphs: new Map(called) }
}
