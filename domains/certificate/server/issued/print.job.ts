/** Certificates for paper: one file, a page for each of theirs. */
import { addWrittenFile, writeFile } from '@kaopei/files/server'
import { JobFailure, trackedJob } from '@kaopei/jobs/server'
import { companySite } from '@kaopei/platform/server'
import { PrintFailure } from '@kaopei/print'
import { databaseNow } from '@kaopei/server'
import { z } from 'zod'
import { sheetOf } from '../document/certificate-pdf.ts'
import { selectPrintable } from '../document/document.sql.ts'
import { draw } from '../document/draw.ts'
import { PicturesTooLarge, readPictures } from '../document/pictures.ts'
import { selectGlyphs } from '../issue/issue.sql.ts'

export const mostToPrint = 2000
const limitSeconds = 120
const keptMs = 7 * 86_400_000

/** All of them go to the press at once. */
const mostPictureBytes = 100 * 1024 ** 2

function tellTooLarge(error: unknown): never {
  throw error instanceof PicturesTooLarge ? new JobFailure('照片和图片共超过 100 MB，请减少张数后分批打印') : error
}

export const printJob = trackedJob({
  kind: 'certificatePrint',
  title: ({ count }) => `证书打印文件（${count} 张）`,
  payload: z.object({ ids: z.array(z.string()), count: z.number().int() }),
  run: async ({ ids, count }, tracked) => {
    tracked.setTotal(count)
    const { services, companyId, requestedBy: createdBy } = tracked
    const body = await tracked
      .transaction(async (db) => {
        const printable = await selectPrintable(db, ids)
        const glyphs = await selectGlyphs(db)
        const site = await companySite(db, services)
        const characters = new Set(glyphs.map(({ character }) => character))
        const layouts = [...new Set(printable.map(({ layout }) => layout))]
        const photoIds = printable.map(({ photoId }) => photoId)
        const pictures = await readPictures(db, services, { layouts, glyphs, photoIds, mostBytes: mostPictureBytes })
        const sheets = printable.map((one) => sheetOf(one, site, characters))
        return { sheets, pictures }
      })
      .catch(tellTooLarge)
    const pdf = await draw(body.sheets, body.pictures, limitSeconds).catch((error: unknown) => {
      throw error instanceof PrintFailure ? new JobFailure(error.message) : error
    })
    const name = `证书打印-${count} 张.pdf`
    const expiresAt = new Date(databaseNow().getTime() + keptMs)
    const file = {
      companyId,
      name,
      contentType: 'application/pdf',
      purpose: 'export',
      createdBy,
      expiresAt,
      body: Buffer.from(pdf),
    }
    const written = await writeFile(services, file, tracked.fail)
    await tracked.transaction(async (db) => {
      await addWrittenFile(db, written)
      tracked.progress(count)
      await tracked.finish({ fileId: written.fileId, fileName: name }, db)
    })
  },
})
