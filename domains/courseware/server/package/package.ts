import { type FileHandle, open } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { cut } from '@kaopei/contract'
import { openPromise } from 'yauzl'
import { ConversionFailure } from '../conversion/failure.ts'
import type { Made, PackageEntry } from '../conversion/made.ts'
import type { Converters, Work } from '../conversion/run.ts'
import { type ManifestProblem, readManifest } from '../formats/manifest.ts'
import { type ArchiveProblem, type DirectoryEntry, readDirectory, WrongArchive } from '../formats/zip-directory.ts'

export const packageConverters: Converters = { convert: readPackage, asUploaded: async () => ({}) }

const manifestName = 'imsmanifest.xml'
const mostManifestBytes = 5 * 1024 * 1024
const headerBytes = 30

const archiveTexts: Readonly<Record<ArchiveProblem, string>> = {
  broken: '压缩包已损坏，无法读取。请重新打包后替换文件',
  encrypted: '压缩包设置了密码。请去掉密码后替换文件',
  method: '压缩包使用了不支持的压缩方式。请用 zip 的标准方式（Deflate）重新打包后替换文件',
  name: '压缩包中有不允许的文件名（如 ../、绝对路径或重名）。请重新导出课件后替换文件',
  link: '压缩包中有链接或特殊文件。请去掉并重新打包后替换文件',
  tooMany: '压缩包中的文件超过 20000 个。请精简后替换文件',
  tooLarge: '压缩包解开后超过 4 GB。请精简后替换文件',
  ratio: '压缩包解开后的大小异常，不能接收。请重新导出课件后替换文件',
  overlap: '压缩包的结构异常，不能接收。请重新导出课件后替换文件',
}

const manifestTexts: Readonly<Record<ManifestProblem | 'missing' | 'nested' | 'h5p', string>> = {
  broken: '课件清单 imsmanifest.xml 无法读取。请重新导出 SCORM 课件后替换文件',
  noParts: '课件清单中没有可以学习的内容。请重新导出 SCORM 课件后替换文件',
  elsewhere: '课件清单指向了外部网站，不能接收。请导出为包含全部内容的 SCORM 课件后替换文件',
  tooManyParts: '课件的单元超过 1000 个。请拆分后分别上传',
  missing: '压缩包中没有 imsmanifest.xml，不是 SCORM 课件。请在制作工具中导出为 SCORM 1.2 或 SCORM 2004 后替换文件',
  nested: 'imsmanifest.xml 不在压缩包的最外层。请进入课件文件夹，选中全部内容重新打包后替换文件',
  h5p: '不支持 H5P 课件。请在制作工具中导出为 SCORM 包后替换文件',
}

/** A package stays as it was uploaded: what is kept of it is its directory and its manifest. */
async function readPackage(work: Work): Promise<Made> {
  const file = await open(work.source, 'r')
  try {
    const entries = await directoryOf(work, file)
    const manifest = readManifest(await manifestOf(file, entries))
    if (typeof manifest === 'string') throw new ConversionFailure('unreadable', manifestTexts[manifest])
    const paths = new Set(entries.map(({ path }) => path))
    const missing = manifest.parts.find(({ href }) => !paths.has(fileOf(href)))
    if (missing)
      throw new ConversionFailure(
        'unreadable',
        `课件清单中的文件“${cut(fileOf(missing.href), 80)}”不在压缩包里。请重新导出课件后替换文件`,
      )
    return { pageCount: manifest.parts.length, package: { ...manifest, entries } }
  } finally {
    await file.close()
  }
}

async function directoryOf(work: Work, file: FileHandle): Promise<PackageEntry[]> {
  const { size } = await file.stat()
  try {
    const zip = await openPromise(work.source, { lazyEntries: true, decodeStrings: false, autoClose: true })
    const entries = await readDirectory(zip, size)
    const placed: PackageEntry[] = []
    for (const entry of entries) {
      work.signal.throwIfAborted()
      placed.push(await placedAt(file, entry))
      work.progress((95 * placed.length) / entries.length)
    }
    return placed
  } catch (error) {
    if (error instanceof WrongArchive) throw new ConversionFailure(kindOf(error.problem), archiveTexts[error.problem])
    if (error instanceof Error && !('code' in error) && !work.signal.aborted)
      throw new ConversionFailure('unreadable', archiveTexts.broken)
    throw error
  }
}

function kindOf(problem: ArchiveProblem) {
  if (problem === 'encrypted') return 'encrypted'
  return problem === 'broken' || problem === 'method' ? 'unreadable' : 'notAllowed'
}

/** Where the entry's bytes begin is said only before them. */
async function placedAt(file: FileHandle, { headerAt, ...entry }: DirectoryEntry): Promise<PackageEntry> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, headerAt)
  if (bytesRead < headerBytes || buffer.readUInt32LE(0) !== 0x04034b50) throw new WrongArchive('broken')
  return { ...entry, firstByte: headerAt + headerBytes + buffer.readUInt16LE(26) + buffer.readUInt16LE(28) }
}

async function manifestOf(file: FileHandle, entries: readonly PackageEntry[]): Promise<Buffer> {
  const entry = entries.find(({ path }) => path.toLowerCase() === manifestName)
  if (!entry) throw new ConversionFailure('unreadable', manifestTexts[whyMissing(entries)])
  if (entry.sizeBytes > mostManifestBytes) throw new ConversionFailure('unreadable', manifestTexts.broken)
  const { buffer } = await file.read(Buffer.alloc(entry.storedBytes), 0, entry.storedBytes, entry.firstByte)
  if (entry.method === 0) return buffer
  try {
    return inflateRawSync(buffer, { maxOutputLength: mostManifestBytes })
  } catch {
    throw new ConversionFailure('unreadable', manifestTexts.broken)
  }
}

function whyMissing(entries: readonly PackageEntry[]): 'missing' | 'nested' | 'h5p' {
  if (entries.some(({ path }) => path === 'h5p.json')) return 'h5p'
  return entries.some(({ path }) => path.toLowerCase().endsWith(`/${manifestName}`)) ? 'nested' : 'missing'
}

/** The file that an address within the package opens. */
export function fileOf(href: string): string {
  const path = href.split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
