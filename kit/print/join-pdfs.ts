import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'

/** The pages of these PDFs, made by the press, in one at `to`. Their fonts and pictures are taken over byte for byte. */
export async function joinPdfs(paths: readonly string[], to: string): Promise<void> {
  const joined = await PDFDocument.create()
  for (const path of paths) {
    const part = await PDFDocument.load(await readFile(path), { updateMetadata: false })
    for (const page of await joined.copyPages(part, part.getPageIndices())) joined.addPage(page)
  }
  await writeFile(to, await joined.save())
}
