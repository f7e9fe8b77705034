/** The PDF of one certificate: made when first asked for, and the same bytes ever after, for its hash is what anybody may check. */

import type { fileErrors } from '@kaopei/files/contract/upload'
import { addWrittenFile, fileUrl, writeFile } from '@kaopei/files/server'
import { companySite } from '@kaopei/platform/server'
import type { Db, Fail, Services } from '@kaopei/server'
import { layOut } from '../../contract/lay-out.ts'
import { type Values, variableNames } from '../../contract/variables.ts'
import { selectGlyphs } from '../issue/issue.sql.ts'
import { findDocument, insertDocument, type Printable } from './document.sql.ts'
import { draw, type Sheet } from './draw.ts'
import { readPictures } from './pictures.ts'

export const pageOf = (site: string, code: string): string => `${site}/certificate/${code}`

/** What stands on it, with the address of its page. */
export function valuesOf({ facts, code }: Pick<Printable, 'facts' | 'code'>, site: string): Values {
  const kept = variableNames.map((name) => [name, facts[name] ?? ''] as const)
  return { ...(Object.fromEntries(kept) as Values), link: pageOf(site, code) } // every name has its value
}

export function sheetOf(printable: Printable, site: string, glyphs: ReadonlySet<string>): Sheet {
  const { layout } = printable
  const { pages } = layOut(layout, valuesOf(printable, site), { glyphs, photo: printable.photoId })
  return { width: layout.width, height: layout.height, pages }
}

interface Asked {
  readonly printable: Printable
  readonly now: Date
  readonly fail: Fail<(typeof fileErrors)['noSpace']>
}

export async function certificatePdf(
  db: Db,
  services: Services,
  { printable, now, fail }: Asked,
): Promise<{ url: string; name: string }> {
  const name = `${printable.holderName}-${printable.number}.pdf`
  const urlOf = (fileId: string) => ({ url: fileUrl(services, { companyId: db.companyId, fileId }), name })
  const known = await findDocument(db, printable.id)
  if (known) return urlOf(known.fileId)
  const glyphs = await selectGlyphs(db)
  const sheet = sheetOf(printable, await companySite(db, services), new Set(glyphs.map(({ character }) => character)))
  const body = await draw(
    [sheet],
    await readPictures(db, services, { layouts: [printable.layout], glyphs, photoIds: [printable.photoId] }),
  )
  const facts = { companyId: db.companyId, name, contentType: 'application/pdf', purpose: 'certificate', createdBy: null }
  const written = await writeFile(services, { ...facts, body: Buffer.from(body) }, fail)
  // The row first: whoever loses the race adds no file, and a sweep takes its bytes away.
  const isFirst = await insertDocument(db, { certificateId: printable.id, fileId: written.fileId, sha256: written.sha256, now })
  if (isFirst) {
    await addWrittenFile(db, written)
    return urlOf(written.fileId)
  }
  const theirs = await findDocument(db, printable.id)
  return urlOf(theirs?.fileId ?? written.fileId)
}
