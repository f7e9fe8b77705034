import { fileUrl, findOwnUpload, storeFile, withLocalFile } from '@kaopei/files/server'
import type { Handlers } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { z } from 'zod'
import { roomErrors } from '../../contract/errors.ts'
import { type room, roomFacts, roomSize } from '../../contract/room.ts'
import { evenMap } from '../../contract/rules/seat-map.ts'
import { roomOfFile } from '../rules/room-file.ts'
import { holdRoomFor, makeRoom, type NewRoom } from './make-room.ts'
import { takenNames } from './room.sql.ts'
import { failedFiles, readRoomFiles } from './room-files.ts'
import { failedRooms, readRooms } from './rooms.sheet.ts'

const failureName = '考场导入失败明细.xlsx'
const typed = z.object({ ...roomFacts, rowCount: roomSize('排数'), columnCount: roomSize('每排座位数') })

interface Judged {
  /** As it was typed, cell by cell; of a room file its name. */
  readonly cells: readonly string[]
  readonly room: NewRoom | undefined
  readonly problems: readonly string[]
}

/** Sound rows and files become rooms; a name that is there already, or twice in the file, is a fault of its row. */
export const importRooms: Handlers<typeof room>['import'] = async (named, { actor, db, fail, record, services }) => {
  const { companyId, staffId: createdBy } = actor
  const fileId = await findOwnUpload(db, services, actor, named, ['import', 'roomImport'])
  if (fileId === undefined) return fail(roomErrors.fileMissing)
  const { read, unit, failedOf } = await withLocalFile(db, services, fileId, async (path, { name: fileName }) =>
    fileName.toLowerCase().endsWith('.zip')
      ? { read: await readRoomFiles({ path, fail }, judgeFile), unit: '个文件', failedOf: failedFiles }
      : { read: (await readRooms({ path, fileName, fail })).map(judgeRow), unit: '行', failedOf: failedRooms },
  )
  const names = read.flatMap(({ room: one }) => one?.facts.roomName ?? [])
  const taken = await takenNames(db, names)
  const judged = read.map((one) => withOwnName(one, taken))
  const sound = judged.flatMap(({ room: one, problems }) => (one && problems.length === 0 ? [one] : []))
  if (!(await holdRoomFor(db, sound.length))) return fail(roomErrors.tooMany)
  for (const one of sound) await makeRoom(db, createdBy, one)
  const failed = judged.filter(({ problems }) => problems.length > 0)
  const targetName = sound.length === 1 ? sound[0]?.facts.roomName : `${sound.length} 间考场`
  record({ targetName, after: { rooms: sound.map(({ facts }) => facts.roomName), failedCount: failed.length } })
  if (failed.length === 0) return { successCount: sound.length, failedUrl: null, errFileName: null, errMessage: null }
  const file = { companyId, name: failureName, contentType: xlsxType, purpose: 'importFailure', createdBy }
  const stored = await storeFile(db, services, { ...file, body: failedOf(failed) }, fail)
  return {
    successCount: sound.length,
    failedUrl: fileUrl(services, { companyId, fileId: stored.fileId }),
    errFileName: failureName,
    errMessage: `${failed.length} ${unit}有误，请下载失败明细修改后重新上传`,
  }
}

/** Adds the name to those that are taken. */
function withOwnName(one: Judged, taken: Set<string>): Judged {
  if (!one.room) return one
  const { roomName } = one.room.facts
  if (taken.has(roomName)) return { ...one, problems: [...one.problems, roomErrors.nameTaken.text] }
  taken.add(roomName)
  return one
}

function judgeRow(cells: readonly string[]): Judged {
  const [roomName = '', campus, building, number, ranges = '', rowCount = '', columnCount = '', equipment = '', openingHours] =
    cells
  const read = typed.safeParse({
    ...{ roomName, campus, building, number, rowCount: countOf(rowCount), columnCount: countOf(columnCount), openingHours },
    addressRanges: listOf(ranges, /[、,，;；\s]+/),
    equipment: listOf(equipment, /[、,，;；]+/),
  })
  if (!read.success) return { cells, room: undefined, problems: [...new Set(read.error.issues.map(({ message }) => message))] }
  const { rowCount: rows, columnCount: columns, ...facts } = read.data
  return { cells, room: { facts, rows: evenMap(rows, columns) }, problems: [] }
}

function judgeFile({ name, text }: { readonly name: string; readonly text: string }): Judged {
  const read = roomOfFile(name, text)
  return 'facts' in read ? { cells: [name], room: read, problems: [] } : { cells: [name], room: undefined, problems: read }
}

const listOf = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
const countOf = (text: string): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)
