import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '@kaopei/files/contract/upload-types'
import { jpegSize, type PdfFacts, pdfFactsOf } from '../formats/pdf-facts.ts'
import { ConversionFailure } from './failure.ts'
import type { Made, MadePage } from './made.ts'
import { pdfOfOffice } from './office.ts'
import type { Converters, Work } from './run.ts'
import { runTool, type ToolRun } from './run-tool.ts'

const mostPages = 2000
const pagesAtOnce = 20
const dotsPerInch = 110
/** The long side of a page's picture; posters and plans are made no larger. */
const longestPixels = 2600
const keptTextCharacters = 1_000_000
const silentSeconds = 300

/** Without the programs a document can be downloaded. */
export const documentConverters: Converters = { convert: convertDocument, asUploaded: async () => ({}) }

/** A document as pictures of its pages, with its text to be searched. */
async function convertDocument(work: Work): Promise<Made> {
  const { fileName } = work.version
  const isPdf = extensionOf(fileName) === 'pdf'
  const pdf = isPdf ? work.source : await pdfOfOffice(work)
  work.progress(30)
  const facts = await lookAt(work, pdf)
  if (facts.pages > mostPages)
    throw new ConversionFailure('tooLong', `文档有 ${facts.pages} 页，超过 ${mostPages} 页。请拆分后分别上传`)
  const text = await textOf(work, pdf)
  const pages: MadePage[] = []
  for (let first = 1; first <= facts.pages; first += pagesAtOnce) {
    pages.push(...(await drawPages(work, pdf, facts, first)))
    work.progress(30 + (68 * pages.length) / facts.pages)
  }
  const [front] = pages
  return { pageCount: facts.pages, pages, text, ...(!work.version.hasCover && front && { coverFileId: front.fileId }) }
}

async function lookAt(work: Work, pdf: string): Promise<PdfFacts> {
  const lines: string[] = []
  const { said } = await poppler(work, pdf, {
    program: 'pdfinfo',
    args: ({ source }) => ['-f', '1', '-l', String(mostPages), source],
    onLine: (line) => lines.push(line) > 0,
  })
  if (/Incorrect password/i.test(said)) throw new ConversionFailure('encrypted')
  const facts = pdfFactsOf(lines)
  if (facts.pages === 0) throw new ConversionFailure('unreadable')
  return facts
}

async function textOf(work: Work, pdf: string): Promise<string> {
  await poppler(work, pdf, { program: 'pdftotext', args: ({ source, out }) => ['-enc', 'UTF-8', source, `${out}/text.txt`] })
  const text = await readFile(join(work.folder, 'text.txt'), 'utf8').catch(() => '')
  return text.replaceAll('\0', '').replaceAll('\f', '\n').slice(0, keptTextCharacters).toWellFormed()
}

async function drawPages(work: Work, pdf: string, { pages, sizes }: PdfFacts, first: number): Promise<MadePage[]> {
  const last = Math.min(pages, first + pagesAtOnce - 1)
  const longest = Math.max(...sizes.slice(first - 1, last).flatMap(({ width, height }) => [width, height]), 1)
  const isLarge = (longest * dotsPerInch) / 72 > longestPixels
  const folder = join(work.folder, 'pages')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await poppler({ ...work, folder }, pdf, {
    program: 'pdftoppm',
    args: ({ source, out }) => [
      ...['-jpeg', '-jpegopt', 'quality=82', ...(isLarge ? ['-scale-to', String(longestPixels)] : ['-r', String(dotsPerInch)])],
      ...['-f', String(first), '-l', String(last), source, `${out}/page`],
    ],
  })
  const names = (await readdir(folder)).filter((name) => /^page-\d+\.jpg$/.test(name)).toSorted()
  if (names.length !== last - first + 1) throw new ConversionFailure('unreadable')
  const made: MadePage[] = []
  for (const [place, name] of names.entries()) {
    const body = await readFile(join(folder, name))
    const size = jpegSize(body)
    if (!size) throw new ConversionFailure('unreadable')
    const number = first + place
    const fileId = await work.keep({ name: `page-${number}.jpg`, contentType: 'image/jpeg', body })
    made.push({ number, fileId, ...size })
  }
  return made
}

function poppler({ tools, folder, signal }: Work, pdf: string, run: Pick<ToolRun, 'program' | 'args' | 'onLine'>) {
  return runTool({ ...run, tools, confinement: { source: pdf, sourceName: 'source.pdf', folder }, signal, silentSeconds })
}
