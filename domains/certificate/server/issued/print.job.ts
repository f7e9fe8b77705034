/** Certificates for paper: one file, a page for each of theirs. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addWrittenFile, type WrittenFile, writeFile } from '@kaopei/files/server'
import { JobFailure, trackedJob } from '@kaopei/jobs/server'
import { companySite } from '@kaopei/platform/server'
import { PrintFailure, type PrintPart, printParts } from '@kaopei/print'
import { type Db, databaseNow, type Services } from '@kaopei/server'
import { z } from 'zod'
import { sheetOf } from '../document/certificate-pdf.ts'
import { type Printable, selectPrintable } from '../document/document.sql.ts'
import { drawing } from '../document/draw.ts'
import { PicturesTooLarge, readPictures } from '../document/pictures.ts'
import { sheetTemplate } from '../document/sheet.typ.ts'
import { selectGlyphs } from '../issue/issue.sql.ts'

export const mostToPrint = 2000
const limitSeconds = 120
const keptMs = 7 * 86_400_000

/** These go to the press at once, with all their photos. */
export const printedAtOnce = 100
const mostPictureBytes = 100 * 1024 ** 2

interface Asking {
  readonly services: Services
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly progress: (done: number) => void
}

async function* partsOf(printable: readonly Printable[], { services, transaction, progress }: Asking): AsyncGenerator<PrintPart> {
  for (let from = 0; from < printable.length; from += printedAtOnce) {
    const some = printable.slice(from, from + printedAtOnce)
    yield await transaction(async (db) => {
      const [glyphs, site] = [await selectGlyphs(db), await companySite(db, services)]
      const characters = new Set(glyphs.map(({ character }) => character))
      const layouts = [...new Set(some.map(({ layout }) => layout))]
      const photoIds = some.map(({ photoId }) => photoId)
      const pictures = await readPictures(db, services, { layouts, glyphs, photoIds, mostBytes: mostPictureBytes })
      return drawing(
        some.map((one) => sheetOf(one, site, characters)),
        pictures,
      )
    })
    progress(from + some.length)
  }
}

function told(error: unknown): never {
  if (error instanceof PicturesTooLarge)
    throw new JobFailure(`${printedAtOnce} 张证书的照片和图片超过 100 MB，请换用较小的图片后重试`)
  throw error instanceof PrintFailure ? new JobFailure(error.message) : error
}

export const printJob = trackedJob({
  kind: 'certificatePrint',
  title: ({ count }) => `证书打印文件（${count} 张）`,
  payload: z.object({ ids: z.array(z.string()), count: z.number().int() }),
  run: async ({ ids, count }, tracked) => {
    tracked.setTotal(count)
    const { services, companyId, requestedBy: createdBy } = tracked
    const name = `证书打印-${count} 张.pdf`
    const folder = await mkdtemp(join(tmpdir(), 'kaopei-certificates-'))
    let written: WrittenFile
    try {
      const path = join(folder, 'print.pdf')
      const printable = await tracked.transaction((db) => selectPrintable(db, ids))
      await printParts(sheetTemplate, partsOf(printable, tracked), { path, limitSeconds }).catch(told)
      const expiresAt = new Date(databaseNow().getTime() + keptMs)
      const facts = { companyId, name, contentType: 'application/pdf', purpose: 'export', createdBy, expiresAt }
      written = await writeFile(services, { ...facts, body: createReadStream(path) }, tracked.fail)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    await tracked.transaction(async (db) => {
      await addWrittenFile(db, written)
      tracked.progress(count)
      await tracked.finish({ fileId: written.fileId, fileName: name }, db)
    })
  },
})
