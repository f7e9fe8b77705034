import { findOwnUploads } from '@kaopei/files/server'
import type { Actor, Db, Services } from '@kaopei/server'
import { type Layout, picturesOf } from '../../contract/layout.ts'

interface Given {
  readonly layout: Layout
  /** As it was kept before, or none. */
  readonly known?: Layout
}

/** Whether each picture is one that stood there before, or that this person has uploaded and that can be printed. */
export async function arePicturesOwn(
  db: Db,
  services: Pick<Services, 'secret'>,
  actor: Pick<Actor, 'companyId' | 'staffId'>,
  { layout, known }: Given,
): Promise<boolean> {
  const before = new Set(known ? picturesOf(known) : [])
  const added = picturesOf(layout).filter((fileId) => !before.has(fileId))
  const found = await findOwnUploads(
    db,
    services,
    actor,
    added.map((fileId) => ({ fileId })),
    ['image'],
  )
  return found.every((file) => file !== undefined && isPrintable(file.name))
}

/** What the press reads; BMP is none of them. */
export const isPrintable = (name: string): boolean => /\.(png|jpe?g|gif)$/i.test(name)
