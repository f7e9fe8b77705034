import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { officeKindOf } from '../formats/office-kind.ts'
import { ConversionFailure } from './failure.ts'
import type { Work } from './run.ts'
import { runTool } from './run-tool.ts'

const limitSeconds = 300
/** A compound of a file with a password begins with its directory, or ends with it. */
const directoryBytes = 1024 * 1024
/** Of memory that does not suffice it only says that something went wrong. */
const broken = '无法打开文件：文件可能已损坏、设置了密码或内容过大。请在本机去掉密码、压缩图片，另存后替换文件'

/** The document as LibreOffice prints it. It ends well also when it wrote nothing: what counts is the PDF. */
export async function pdfOfOffice(work: Work): Promise<string> {
  const { tools, source, signal, version } = work
  const { head, directory } = await ends(source)
  const kind = officeKindOf(version.fileName, head, directory)
  if (kind === 'encrypted') throw new ConversionFailure('encrypted')
  if (kind === 'unknown') throw new ConversionFailure('unreadable')
  if (tools.soffice === undefined)
    throw new ConversionFailure('toolMissing', '服务器未安装 LibreOffice，文件只能下载。请联系管理员安装后重试，或转成 PDF 替换')
  if (!tools.hasChineseFont) throw new ConversionFailure('fontMissing')
  const folder = join(work.folder, 'office')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await runTool({
    tools,
    program: 'soffice',
    confinement: { source, sourceName: `source.${kind.ending}`, folder },
    args: (place) => [
      // A profile for each run: two with one profile end at once and say that all is well.
      ...[`-env:UserInstallation=file://${place.out}/profile`, '--headless', '--norestore', '--nologo', '--nolockcheck'],
      ...[`--infilter=${kind.filter}`, '--convert-to', 'pdf', '--outdir', place.out, place.source],
    ],
    signal,
    silentSeconds: limitSeconds,
  })
  const name = (await readdir(folder)).find((one) => one.endsWith('.pdf'))
  if (name === undefined) throw new ConversionFailure('unreadable', broken)
  return join(folder, name)
}

async function ends(path: string): Promise<{ head: Buffer; directory: Buffer }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(directoryBytes, size)), { position })
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0)
    return { head, directory: Buffer.concat([head, await read(Math.max(0, size - directoryBytes))]) }
  } finally {
    await file.close()
  }
}
