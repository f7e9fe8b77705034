import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Fail } from '@kaopei/server'
import { defaultLimits, openParts, SheetFailure, writeXlsx, type ZipParts } from '@kaopei/sheet'
import { roomErrors } from '../../contract/errors.ts'
import { mostImported } from '../../contract/room.ts'

/** Two thousand seats, each on lines of its own. */
const mostBytes = 512 * 1024
const limits = { ...defaultLimits, maxUnpackedBytes: 20 * 1024 * 1024 }

export interface RoomFile {
  /** With its folders. */
  readonly name: string
  /** Empty: larger than any room. */
  readonly text: string
}

interface GivenArchive {
  readonly path: string
  readonly fail: Fail<(typeof roomErrors)['unreadableFile' | 'notRoomFiles' | 'tooMany']>
}

/**
 * What `read` makes of each room file of an archive, in whatever folder: one after the other, so that others are served between them. Ends the request for archives without any, with too many, or that cannot be read.
 */
export async function readRoomFiles<Read>({ path, fail }: GivenArchive, read: (file: RoomFile) => Read): Promise<Read[]> {
  try {
    const parts = await openParts(path, limits)
    try {
      // What a Mac puts beside each file is none.
      const names = parts.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name))
      if (names.length === 0) return fail(roomErrors.notRoomFiles)
      if (names.length > mostImported)
        return fail(roomErrors.tooMany, { text: `一次最多导入 ${mostImported} 间考场，请拆分成几个文件后再上传` })
      const all: Read[] = []
      for (const name of names) all.push(read({ name, text: await textOfPart(parts, name) }))
      return all
    } finally {
      parts.close()
    }
  } catch (error) {
    if (error instanceof SheetFailure) return fail(roomErrors.unreadableFile)
    throw error
  }
}

async function textOfPart(parts: ZipParts, name: string): Promise<string> {
  let left = mostBytes
  async function* within() {
    for await (const bytes of parts.read(name)) {
      left -= bytes.length
      if (left < 0) return
      yield bytes
    }
  }
  const text = await textOf(Readable.from(within()))
  return left < 0 ? '' : text
}

/** Files that came to nothing, with the reasons in front. */
export function failedFiles(
  files: readonly { readonly cells: readonly string[]; readonly problems: readonly string[] }[],
): Readable {
  const columns = [
    { title: '失败原因', width: 60 },
    { title: '文件', width: 40 },
  ]
  return writeXlsx({
    sheets: [{ name: '导入失败明细', columns, rows: files.map(({ cells, problems }) => [problems.join('；'), ...cells]) }],
  })
}
